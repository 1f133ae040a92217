/** An event as Gemini and OpenAI's chat send it: data only. */
export function dataEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** An event as Anthropic and OpenAI's responses send it: with its type, which its data repeats. */
export function typedEvent(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

/** The pieces of a text in a stream; few, however long it is. */
export function pieces(text: string): string[] {
  const size = Math.max(24, Math.ceil(text.length / 16))
  return text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? []
}
