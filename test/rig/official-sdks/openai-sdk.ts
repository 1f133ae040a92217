import type OpenAI from 'openai'
import { all, QUESTION, type Sdk } from './sdk.ts'

export function openAiChat(client: OpenAI, model: string): Sdk {
  const messages = (content: string) => [{ role: 'user' as const, content }]
  const { completions } = client.chat
  return {
    async say(prompt) {
      const said = await completions.create({ model, messages: messages(prompt) })
      const { prompt_tokens = 0, completion_tokens = 0 } = said.usage ?? {}
      const text = said.choices[0]?.message.content ?? ''
      return { text, model: said.model, tokens: [prompt_tokens, completion_tokens] }
    },
    async stream(prompt) {
      const asked = { model, messages: messages(prompt), stream: true as const }
      const pieces: string[] = []
      for await (const { choices } of await completions.create(asked))
        if (choices[0]?.delta.content) pieces.push(choices[0].delta.content)
      return pieces
    },
    async fill(schema) {
      const said = await completions.parse({
        model,
        messages: messages('fill'),
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'form', schema, strict: true },
        },
      })
      return JSON.parse(said.choices[0]?.message.content ?? '')
    },
    async useTool({ name, schema, result, isStreamed }) {
      const asked = {
        model,
        messages: messages(QUESTION),
        tools: [
          { type: 'function' as const, function: { name: 'other', parameters: schema } },
          { type: 'function' as const, function: { name, parameters: schema, strict: true } },
        ],
        tool_choice: { type: 'function' as const, function: { name } },
      }
      const said = isStreamed
        ? await completions.stream(asked).finalChatCompletion()
        : await completions.create(asked)
      const message = said.choices[0]?.message
      const call = message?.tool_calls?.[0]
      if (message === undefined || call?.type !== 'function') throw new Error('No tool was called.')
      const results = [{ role: 'tool' as const, tool_call_id: call.id, content: result }]
      const next = { ...asked, messages: [...asked.messages, message, ...results] }
      const { choices } = await completions.create(next)
      const input = JSON.parse(call.function.arguments)
      return { name: call.function.name, input, answer: choices[0]?.message.content ?? '' }
    },
    models: () => all(client.models.list()).then((list) => list.map(({ id }) => id)),
    model: async (id) => (await client.models.retrieve(id)).id,
    count: () => Promise.reject(new Error('Chat completions have no count of tokens.')),
  }
}

export function openAiResponses(client: OpenAI, model: string): Sdk {
  const { responses } = client
  return {
    ...openAiChat(client, model),
    async say(prompt) {
      const said = await responses.create({ model, input: prompt })
      const { input_tokens = 0, output_tokens = 0 } = said.usage ?? {}
      return { text: said.output_text, model: said.model, tokens: [input_tokens, output_tokens] }
    },
    async stream(prompt) {
      const pieces: string[] = []
      for await (const event of await responses.create({ model, input: prompt, stream: true }))
        if (event.type === 'response.output_text.delta') pieces.push(event.delta)
      return pieces
    },
    async fill(schema) {
      const format = { type: 'json_schema' as const, name: 'form', schema, strict: true }
      const said = await responses.parse({ model, input: 'fill', text: { format } })
      return JSON.parse(said.output_text)
    },
    async useTool({ name, schema, result, isStreamed }) {
      const asked = {
        model,
        input: [{ role: 'user' as const, content: QUESTION }],
        tools: [
          { type: 'function' as const, name: 'other', parameters: schema, strict: false },
          { type: 'function' as const, name, parameters: schema, strict: true },
        ],
        tool_choice: { type: 'function' as const, name },
      }
      const said = isStreamed
        ? await responses.stream(asked).finalResponse()
        : await responses.create(asked)
      const call = (said.output as OpenAI.Responses.ResponseOutputItem[]).find(
        (item) => item.type === 'function_call',
      )
      if (call === undefined) throw new Error('No tool was called.')
      const output = {
        type: 'function_call_output' as const,
        call_id: call.call_id,
        output: result,
      }
      const next = await responses.create({ ...asked, input: [...asked.input, call, output] })
      return { name: call.name, input: JSON.parse(call.arguments), answer: next.output_text }
    },
    async count(prompt) {
      return (await responses.inputTokens.count({ model, input: prompt })).input_tokens
    },
  }
}
