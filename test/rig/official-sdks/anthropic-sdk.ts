import type Anthropic from '@anthropic-ai/sdk'
import { all, QUESTION, type Sdk } from './sdk.ts'

export function anthropic(client: Anthropic, model: string): Sdk {
  const ask = (content: string) => ({
    model,
    max_tokens: 1_000,
    messages: [{ role: 'user' as const, content }],
  })
  const textOf = ({ content }: Anthropic.Message) =>
    content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  return {
    async say(prompt) {
      const said = await client.messages.create(ask(prompt))
      const { input_tokens, output_tokens } = said.usage
      return { text: textOf(said), model: said.model, tokens: [input_tokens, output_tokens] }
    },
    async stream(prompt) {
      const pieces: string[] = []
      const stream = client.messages.stream(ask(prompt)).on('text', (text) => pieces.push(text))
      await stream.finalMessage()
      return pieces
    },
    async fill(schema) {
      const format = { type: 'json_schema' as const, schema }
      const said = await client.messages.create({ ...ask('fill'), output_config: { format } })
      return JSON.parse(textOf(said))
    },
    async useTool({ name, schema, result, isStreamed }) {
      const asked = {
        ...ask(QUESTION),
        tools: [
          { name: 'other', input_schema: schema },
          { name, input_schema: schema },
        ],
        tool_choice: { type: 'tool' as const, name },
      }
      const said = isStreamed
        ? await client.messages.stream(asked).finalMessage()
        : await client.messages.create(asked)
      const call = said.content.find((block) => block.type === 'tool_use')
      if (call === undefined || said.stop_reason !== 'tool_use')
        throw new Error('No tool was called.')
      const results = [{ type: 'tool_result' as const, tool_use_id: call.id, content: result }]
      const next = await client.messages.create({
        ...asked,
        messages: [
          ...asked.messages,
          { role: 'assistant', content: said.content },
          { role: 'user', content: results },
        ],
      })
      return { name: call.name, input: call.input, answer: textOf(next) }
    },
    models: () => all(client.models.list()).then((list) => list.map(({ id }) => id)),
    model: async (id) => (await client.models.retrieve(id)).id,
    async count(prompt) {
      const { max_tokens: _, ...counted } = ask(prompt)
      return (await client.messages.countTokens(counted)).input_tokens
    },
  }
}
