/** Getting the document out of a drafter's answer: it may come with a fence around the whole. */
const OPENING = /^(`{3,}|~{3,})[ \t]*(markdown|md)?[ \t]*$/i

/** The answer as lines of ours, without a code fence that wraps all of it. */
export function draftText(answer: string, isDocument: (text: string) => boolean): string {
  const text = answer.replaceAll('\r\n', '\n').trim()
  const lines = text.split('\n')
  const fence = OPENING.exec(lines[0] ?? '')?.[1]
  const last = lines.at(-1) ?? ''
  if (fence === undefined || lines.length < 3 || !isFence(last, fence) || /\w/.test(last))
    return text
  const inner = lines.slice(1, -1)
  // Fences inside come in pairs; an odd one means that the first or the last belongs to it.
  const isWrapped = inner.filter((line) => isFence(line, fence)).length % 2 === 0
  const body = inner.join('\n').trim()
  return isWrapped && isDocument(body) ? body : text
}

function isFence(line: string, like: string): boolean {
  return line.trimStart().startsWith(like)
}
