import type { Verdict } from '../review/verdict.ts'

/** Answers of the reviewer are written into the document, and the questions removed. */
export function resolveQuestions(document: string, questions: Verdict['openQuestions']): string {
  const answered = questions.filter(({ status }) => status === 'answered')
  if (answered.length === 0) return document
  const heading = /^#{3,4} .*open questions.*$/im.exec(document)
  if (heading === null) return document
  const from = heading.index + heading[0].length
  const next = document.slice(from).search(/^#{1,4} /m)
  const to = next === -1 ? document.length : from + next
  const lines = answered.map(({ text, answer }) => `- ${oneLine(text)} ${oneLine(answer ?? '')}`)
  const resolved = `\n\nNone.\n\n#### Decided in review\n\n${lines.join('\n')}\n\n`
  return document.slice(0, from) + resolved + document.slice(to)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
