/** `implement.commitMessage`: a style by its name, or a template. */
const COMMIT_STYLES = ['conventional', 'plain'] as const

/** What may stand in braces in a template. */
const COMMIT_WORDS = ['type', 'scope', 'subject', 'issue', 'title'] as const

export type CommitWords = Readonly<Record<(typeof COMMIT_WORDS)[number], string>>

const EXPECTED = `expected ${COMMIT_STYLES.join(', ')}, or a template with {subject} or {title}`

/** What is wrong with a text as this setting; undefined if nothing is. */
export function commitMessageTrouble(text: string): string | undefined {
  if (COMMIT_STYLES.some((style) => style === text)) return undefined
  const unknown = wordsIn(text).find((word) => !COMMIT_WORDS.some((known) => known === word))
  if (unknown !== undefined)
    return `${EXPECTED}; {${unknown}} is none of ${COMMIT_WORDS.map((word) => `{${word}}`).join(', ')}`
  const [first = '', second = ''] = text.split('\n')
  if (!wordsIn(first).some((word) => word === 'subject' || word === 'title'))
    return `${EXPECTED} in its first line`
  return second === '' ? undefined : `${EXPECTED}, with an empty second line`
}

/** A scope in parentheses that is not known is left out with them. */
export function fillCommitTemplate(template: string, words: CommitWords): string {
  const text = words.scope === '' ? template.replaceAll('({scope})', '') : template
  return text.replace(/\{(\w+)\}/g, (_, word) => words[word as keyof CommitWords])
}

function wordsIn(text: string): string[] {
  return [...text.matchAll(/\{(\w*)\}/g)].map(([, word = '']) => word)
}
