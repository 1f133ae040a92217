import { parseTree } from '../../syntax/parse-tree.ts'
import type { CodeLanguage } from './code-languages.ts'
import { type ParsedCode, parseCode, type Roles, rolesOf } from './parse-code.ts'

/** What a type of node is to the walk, by grammar. */
const roles = new Map<string, Roles>()

/** Undefined if the text could not be parsed with a reasonable effort. */
export function parseProgram(
  text: string,
  language: CodeLanguage,
): Promise<ParsedCode | undefined> {
  const { grammar } = language
  return parseTree(text, grammar, (tree, { types }) => {
    const known = roles.get(grammar) ?? rolesOf(language, types)
    roles.set(grammar, known)
    return parseCode(tree, text, { language, roles: known })
  })
}
