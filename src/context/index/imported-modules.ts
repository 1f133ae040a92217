/** Names of modules out of the text of an import. */

/** Strings in quotes: JavaScript, Go, C, Ruby, CSS. */
const QUOTED = /(['"<])([^'"<>\n]{1,200})(?:['">])/g

export function importedModules(grammar: string, text: string): string[] {
  switch (grammar) {
    case 'python':
      return pythonModules(text)
    case 'rust':
      return [...text.matchAll(/(?:use|mod)\s+([\w:]+)/g)].map(([, name = '']) => slashed(name))
    case 'java':
    case 'c-sharp':
      return [...text.matchAll(/(?:import|using)\s+(?:static\s+)?([\w.]+)/g)].map(([, name = '']) =>
        slashed(name),
      )
    case 'php':
      return [...text.matchAll(/use\s+(?:function\s+|const\s+)?([\w\\]+)/g)].map(([, name = '']) =>
        slashed(name),
      )
    case 'typescript':
    case 'tsx':
    case 'javascript': {
      const last = [...text.matchAll(QUOTED)].at(-1)?.[2]
      return last === undefined ? [] : [last]
    }
    default:
      return [...text.matchAll(QUOTED)].map(([, , name = '']) => name)
  }
}

/** `from a.b import c` may mean the module `a/b` or `a/b/c`. */
function pythonModules(text: string): string[] {
  const from = /^from\s+(\.*)([\w.]*)\s+import\s+([\s\S]*)$/.exec(text)
  if (from === null)
    return [...text.replace(/^import\s+/, '').matchAll(/([\w.]+)(?:\s+as\s+\w+)?/g)].map(
      ([, name = '']) => slashed(name),
    )
  const [, dots = '', module = '', names = ''] = from
  const up = dots === '' ? '' : dots === '.' ? './' : '../'.repeat(dots.length - 1)
  const base = `${up}${slashed(module)}`
  const inner = [...names.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name = '']) => name)
  const separator = base === '' || base.endsWith('/') ? '' : '/'
  return [...(module === '' ? [] : [base]), ...inner.map((name) => `${base}${separator}${name}`)]
}

function slashed(name: string): string {
  return name.replace(/::|\\|\./g, '/').replace(/^(crate|self|super)\//, '')
}
