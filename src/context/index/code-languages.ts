/** Languages with a grammar: how definitions are named in their syntax trees. */
import type { SymbolKind } from './file-index.ts'

export interface CodeLanguage {
  /** The grammar's file is `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string
  /** Kinds of definitions by type of node. */
  readonly definitions: Readonly<Record<string, SymbolKind>>
  /** Values that are constants where no function is around them, by type of node. */
  readonly constants: readonly string[]
  /** Nodes around a definition that belong to it: `export`, decorators, templates. */
  readonly wrappers: readonly string[]
  /** Nodes that import modules. */
  readonly imports: readonly string[]
}

const ECMA: Omit<CodeLanguage, 'grammar'> = {
  definitions: {
    function_declaration: 'function',
    generator_function_declaration: 'function',
    function_signature: 'function',
    class_declaration: 'class',
    abstract_class_declaration: 'class',
    method_definition: 'method',
    method_signature: 'method',
    abstract_method_signature: 'method',
    public_field_definition: 'method',
    field_definition: 'method',
    pair: 'method',
    interface_declaration: 'type',
    type_alias_declaration: 'type',
    enum_declaration: 'type',
    internal_module: 'module',
    call_expression: 'test',
  },
  constants: ['variable_declarator', 'assignment_expression'],
  wrappers: [
    'export_statement',
    'lexical_declaration',
    'variable_declaration',
    'expression_statement',
    'ambient_declaration',
  ],
  imports: ['import_statement', 'export_statement', 'call_expression'],
}

const TYPESCRIPT: CodeLanguage = { grammar: 'typescript', ...ECMA }
const TSX: CodeLanguage = { grammar: 'tsx', ...ECMA }
const JAVASCRIPT: CodeLanguage = { grammar: 'javascript', ...ECMA }

const PYTHON: CodeLanguage = {
  grammar: 'python',
  definitions: {
    function_definition: 'function',
    class_definition: 'class',
    type_alias_statement: 'type',
  },
  constants: ['assignment'],
  wrappers: ['decorated_definition', 'expression_statement'],
  imports: ['import_statement', 'import_from_statement'],
}

const GO: CodeLanguage = {
  grammar: 'go',
  definitions: {
    function_declaration: 'function',
    method_declaration: 'method',
    type_spec: 'type',
    type_alias: 'type',
    method_elem: 'method',
  },
  constants: ['const_spec', 'var_spec'],
  wrappers: ['type_declaration', 'const_declaration', 'var_declaration'],
  imports: ['import_spec'],
}

const RUST: CodeLanguage = {
  grammar: 'rust',
  definitions: {
    function_item: 'function',
    function_signature_item: 'function',
    struct_item: 'type',
    enum_item: 'type',
    union_item: 'type',
    trait_item: 'type',
    type_item: 'type',
    impl_item: 'class',
    mod_item: 'module',
    macro_definition: 'function',
  },
  constants: ['const_item', 'static_item'],
  wrappers: [],
  imports: ['use_declaration'],
}

const JAVA: CodeLanguage = {
  grammar: 'java',
  definitions: {
    class_declaration: 'class',
    interface_declaration: 'type',
    enum_declaration: 'type',
    record_declaration: 'class',
    annotation_type_declaration: 'type',
    method_declaration: 'method',
    constructor_declaration: 'method',
  },
  constants: [],
  wrappers: [],
  imports: ['import_declaration'],
}

const C_SHARP: CodeLanguage = {
  grammar: 'c-sharp',
  definitions: {
    class_declaration: 'class',
    struct_declaration: 'class',
    record_declaration: 'class',
    interface_declaration: 'type',
    enum_declaration: 'type',
    delegate_declaration: 'type',
    method_declaration: 'method',
    constructor_declaration: 'method',
    property_declaration: 'method',
  },
  constants: [],
  wrappers: [],
  imports: ['using_directive'],
}

const CPP: CodeLanguage = {
  grammar: 'cpp',
  definitions: {
    function_definition: 'function',
    declaration: 'function',
    field_declaration: 'method',
    class_specifier: 'class',
    struct_specifier: 'class',
    union_specifier: 'class',
    enum_specifier: 'type',
    type_definition: 'type',
    alias_declaration: 'type',
    namespace_definition: 'module',
    preproc_function_def: 'function',
  },
  constants: ['preproc_def'],
  wrappers: ['template_declaration'],
  imports: ['preproc_include'],
}

const PHP: CodeLanguage = {
  grammar: 'php',
  definitions: {
    function_definition: 'function',
    class_declaration: 'class',
    interface_declaration: 'type',
    trait_declaration: 'class',
    enum_declaration: 'type',
    method_declaration: 'method',
  },
  constants: ['const_element'],
  wrappers: ['const_declaration'],
  imports: ['namespace_use_declaration'],
}

const RUBY: CodeLanguage = {
  grammar: 'ruby',
  definitions: { class: 'class', module: 'module', method: 'method', singleton_method: 'method' },
  constants: ['assignment'],
  wrappers: [],
  imports: ['call'],
}

const BASH: CodeLanguage = {
  grammar: 'bash',
  definitions: { function_definition: 'function' },
  constants: ['variable_assignment'],
  wrappers: [],
  imports: [],
}

const CSS: CodeLanguage = {
  grammar: 'css',
  definitions: { rule_set: 'type', media_statement: 'module', keyframes_statement: 'type' },
  constants: [],
  wrappers: [],
  imports: ['import_statement'],
}

const EXTENSIONS: readonly (readonly [string, CodeLanguage])[] = [
  ['ts mts cts', TYPESCRIPT],
  ['tsx', TSX],
  ['js mjs cjs jsx', JAVASCRIPT],
  ['py pyi pyw', PYTHON],
  ['go', GO],
  ['rs', RUST],
  ['java', JAVA],
  ['cs', C_SHARP],
  ['c h cc cpp cxx hh hpp hxx ino', CPP],
  ['php', PHP],
  ['rb rake gemspec', RUBY],
  ['sh bash', BASH],
  ['css', CSS],
]

const BY_EXTENSION = new Map(
  EXTENSIONS.flatMap(([names, language]) =>
    names.split(' ').map((name) => [name, language] as const),
  ),
)

/** Of all languages, each once. */
export const GRAMMARS: readonly string[] = EXTENSIONS.map(([, { grammar }]) => grammar)

/** The language of a file with a grammar, by its name. */
export function codeLanguageOf(path: string): CodeLanguage | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot <= 0 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase())
}
