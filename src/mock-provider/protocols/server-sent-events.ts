/** An event as Gemini and OpenAI's chat send them: data and nothing else. */
export function dataEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** An event as Anthropic and OpenAI's responses send them: its type is told twice. */
export function typedEvent(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}
