import { FunctionCallingConfigMode, type GoogleGenAI } from '@google/genai'
import { all, QUESTION, type Sdk } from './sdk.ts'

export function google({ models }: GoogleGenAI, model: string): Sdk {
  return {
    async say(prompt) {
      const said = await models.generateContent({ model, contents: prompt })
      const { promptTokenCount = 0, candidatesTokenCount = 0 } = said.usageMetadata ?? {}
      const tokens = [promptTokenCount, candidatesTokenCount]
      return { text: said.text ?? '', model: said.modelVersion, tokens }
    },
    async stream(prompt) {
      const pieces: string[] = []
      for await (const { text } of await models.generateContentStream({ model, contents: prompt }))
        if (text) pieces.push(text)
      return pieces
    },
    async fill(schema) {
      const config = { responseMimeType: 'application/json', responseJsonSchema: schema }
      const { text = '' } = await models.generateContent({ model, contents: 'fill', config })
      return JSON.parse(text)
    },
    async useTool({ name, schema, result, isStreamed }) {
      const functionDeclarations = ['other', name].map((one) => ({
        name: one,
        parametersJsonSchema: schema,
      }))
      const config = {
        tools: [{ functionDeclarations }],
        toolConfig: {
          functionCallingConfig: {
            mode: FunctionCallingConfigMode.ANY,
            allowedFunctionNames: [name],
          },
        },
      }
      const asked = { model, contents: [{ role: 'user', parts: [{ text: QUESTION }] }], config }
      const calls = isStreamed
        ? (await all(await models.generateContentStream(asked))).flatMap(
            ({ functionCalls = [] }) => functionCalls,
          )
        : ((await models.generateContent(asked)).functionCalls ?? [])
      const [call] = calls
      if (call?.name === undefined) throw new Error('No tool was called.')
      const functionResponse = {
        name: call.name,
        response: { result },
        ...(call.id && { id: call.id }),
      }
      const contents = [
        ...asked.contents,
        { role: 'model', parts: [{ functionCall: call }] },
        { role: 'user', parts: [{ functionResponse }] },
      ]
      const { text = '' } = await models.generateContent({ ...asked, contents })
      return { name: call.name, input: call.args, answer: text }
    },
    async models() {
      const found = await all(await models.list())
      return found.map(({ name = '' }) => name.replace('models/', ''))
    },
    async model(id) {
      return ((await models.get({ model: id })).name ?? '').replace('models/', '')
    },
    async count(prompt) {
      return (await models.countTokens({ model, contents: prompt })).totalTokens ?? 0
    },
  }
}
