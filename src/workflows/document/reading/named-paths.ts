/** A word that may be a path: what is around it, such as backticks, brackets or `:12`, is no part of it. */
const WORD = /[\w@./-]+/g
const PLAIN = /^[\w@./-]+$/

/** The files of a repository that a text names by their whole paths. */
export function namedPaths(text: string, files: readonly string[]): string[] {
  const words = new Set((text.match(WORD) ?? []).map((word) => word.replace(/^\.\/|[./]+$/g, '')))
  return files.filter((path) => (PLAIN.test(path) ? words.has(path) : text.includes(path)))
}
