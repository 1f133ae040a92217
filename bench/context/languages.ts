/** How the languages of the generated repository spell a module: its imports, its class, a function with calls of others. */

/** What is said in every language. */
interface Routine {
  /** `read_queue` */
  readonly name: string
  readonly doc: string
  /** Functions of other modules that it calls. */
  readonly calls: readonly string[]
  readonly text: string
}

export interface Language {
  readonly extension: string
  readonly folder: string
  readonly import: (module: string, name: string) => string
  readonly open: (className: string, doc: string) => string
  readonly routine: (routine: Routine) => string
  readonly close: string
}

export const LANGUAGES: readonly [Language, ...Language[]] = [
  {
    extension: 'ts',
    folder: 'packages',
    import: (module, name) => `import { ${camel(name)} } from '../../${module}.ts'`,
    open: (className, doc) => `/** ${doc} */\nexport class ${className} {\n`,
    routine: ({ name, doc, calls, text }) => `  /** ${doc} */
  ${camel(name)}(input: readonly string[], limit = ${name.length}): Map<string, number> {
    const found = new Map<string, number>()
    for (const [index, part] of input.entries()) {
      if (part.length > limit || part === '${text}') continue
${calls.map((call) => `      found.set(part, ${camel(call)}(part, { index, limit }) ?? index)\n`).join('')}    }
    return found
  }
`,
    close: '}\n',
  },
  {
    extension: 'py',
    folder: 'services',
    import: (module, name) => `from ${module.replaceAll('/', '.')} import ${name}`,
    open: (className, doc) => `\nclass ${className}:\n    """${doc}"""\n\n`,
    routine: ({ name, doc, calls, text }) => `    def ${name}(self, values, limit=${name.length}):
        """${doc}"""
        found = {}
        for index, part in enumerate(values):
            if len(part) > limit or part == "${text}":
                continue
${calls.map((call) => `            found[part] = ${call}(part, index=index) or index\n`).join('')}        return found

`,
    close: '',
  },
  {
    extension: 'go',
    folder: 'internal',
    import: (module) => `import "example.com/app/${module}"`,
    open: (className, doc) =>
      `// ${className}: ${doc}\ntype ${className} struct {\n\tlimit int\n}\n\n`,
    routine: ({ name, doc, calls, text }) => `// ${pascal(name)}: ${doc}
func ${pascal(name)}(values []string, limit int) (map[string]int, error) {
	found := make(map[string]int, len(values))
	for index, part := range values {
		if len(part) > limit || part == "${text}" {
			continue
		}
${calls.map((call) => `		if value, err := ${pascal(call)}(part, index); err == nil {\n			found[part] = value\n		}\n`).join('')}	}
	return found, nil
}

`,
    close: '',
  },
  {
    extension: 'rs',
    folder: 'crates',
    import: (module, name) => `use crate::${module.replaceAll('/', '::')}::${name};`,
    open: (className, doc) => `/// ${doc}\npub struct ${className} {\n    limit: usize,\n}\n\n`,
    routine: ({ name, doc, calls, text }) => `/// ${doc}
pub fn ${name}(values: &[String], limit: usize) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    for (index, part) in values.iter().enumerate() {
        if part.len() > limit || part == "${text}" {
            continue;
        }
${calls.map((call) => `        found.insert(part.clone(), ${call}(part, index).unwrap_or(index));\n`).join('')}    }
    found
}

`,
    close: '',
  },
  {
    extension: 'java',
    folder: 'server',
    import: (module, name) => `import static app.${module.replaceAll('/', '.')}.${camel(name)};`,
    open: (className, doc) => `/** ${doc} */\npublic final class ${className} {\n`,
    routine: ({ name, doc, calls, text }) => `    /** ${doc} */
    public Map<String, Integer> ${camel(name)}(List<String> values, int limit) {
        Map<String, Integer> found = new HashMap<>();
        for (int index = 0; index < values.size(); index++) {
            String part = values.get(index);
            if (part.length() > limit || part.equals("${text}")) continue;
${calls.map((call) => `            found.put(part, ${camel(call)}(part, index));\n`).join('')}        }
        return found;
    }

`,
    close: '}\n',
  },
  {
    extension: 'md',
    folder: 'docs',
    import: (module, name) => `- [${name}](../../${module}.md)`,
    open: (className, doc) => `\n# ${className}\n\n${doc}\n\n`,
    routine: ({ name, doc, calls, text }) =>
      `## ${pascal(name)}\n\n${doc} See ${calls.map((call) => `\`${call}\``).join(', ')}. ${text}\n\n`,
    close: '',
  },
]

export function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
