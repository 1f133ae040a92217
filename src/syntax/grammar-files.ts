/** Where the grammars are. The build replaces this file: in the package they lie beside the code. */
import { createRequire } from 'node:module'

const RUNTIME = 'web-tree-sitter/web-tree-sitter.wasm'
const GRAMMARS = '@vscode/tree-sitter-wasm/wasm'

/** Undefined: the runtime itself. */
export function grammarFile(grammar?: string): string {
  const name = grammar === undefined ? RUNTIME : `${GRAMMARS}/tree-sitter-${grammar}.wasm`
  return createRequire(import.meta.url).resolve(name)
}
