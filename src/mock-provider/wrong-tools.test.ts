/** Wrong tools, and tool calls without results, are refused as the real providers refuse them. */
import { expect, test } from 'vitest'
import { testProvider } from '../../test/rig/mock-models.ts'
import {
  bearer,
  chat,
  claude,
  contents,
  GEMINI,
  google,
  input,
  message,
  post,
} from '../../test/rig/raw-requests.ts'
import { defaultAnswer } from './default-answer.ts'

const schema = { type: 'object', properties: {} }
const fn = { name: 'f', parameters: schema }
const said = chat.messages[0]
const call = { type: 'function', id: 'c1', function: { name: 'f', arguments: '{}' } }
const calling = { role: 'assistant', content: null, tool_calls: [call] }
const functionCall = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' }
const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] }
const toolResult = { type: 'tool_result', tool_use_id: 'c1', content: 'x' }
const geminiCall = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] }

test.each<[string, string, object, object, RegExp]>([
  [
    'a choice without tools',
    '/v1/chat/completions',
    bearer,
    { ...chat, tool_choice: 'required' },
    /only allowed when/,
  ],
  [
    'an unknown tool',
    '/v1/chat/completions',
    bearer,
    {
      ...chat,
      tools: [{ type: 'function', function: fn }],
      tool_choice: { type: 'function', function: { name: 'g' } },
    },
    /'g' not found.*"param":"tool_choice"/,
  ],
  [
    'a strict tool with an open schema',
    '/v1/responses',
    bearer,
    { ...input, tools: [{ type: 'function', ...fn, strict: true }] },
    /Invalid schema for function 'f'.*"invalid_function_parameters".*"tools\[0\]\.parameters"/,
  ],
  [
    'a tool whose input is no object',
    '/v1/chat/completions',
    bearer,
    {
      ...chat,
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'array' } } }],
    },
    /got 'type: \\"array\\"'/,
  ],
  [
    'a call without result',
    '/v1/chat/completions',
    bearer,
    { ...chat, messages: [said, calling] },
    /c1/,
  ],
  [
    'a result without call',
    '/v1/chat/completions',
    bearer,
    { ...chat, messages: [said, { role: 'tool', tool_call_id: 'c1', content: 'x' }] },
    /must be a response to a preceding message/,
  ],
  [
    'a call without result',
    '/v1/responses',
    bearer,
    { ...input, input: [said, functionCall] },
    /No tool output found/,
  ],
  [
    'a result without call',
    '/v1/responses',
    bearer,
    { ...input, input: [said, { type: 'function_call_output', call_id: 'c1', output: 'x' }] },
    /No tool call found/,
  ],
  [
    'an earlier response',
    '/v1/responses',
    bearer,
    { ...input, previous_response_id: 'resp_1' },
    /previous_response_not_found/,
  ],
  [
    'an unknown tool',
    '/v1/messages',
    claude,
    { ...message, tool_choice: { type: 'tool', name: 'g' } },
    /Tool 'g' not found/,
  ],
  [
    'a call without result',
    '/v1/messages',
    claude,
    { ...message, messages: [said, use, { role: 'user', content: 'and?' }] },
    /without `tool_result` blocks/,
  ],
  [
    'a result without call',
    '/v1/messages',
    claude,
    { ...message, messages: [{ role: 'user', content: [toolResult] }] },
    /unexpected `tool_use_id`/,
  ],
  [
    'an unknown tool',
    GEMINI,
    google,
    {
      contents,
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['g'] } },
    },
    /g is not a declared function/,
  ],
  [
    'a call without result',
    GEMINI,
    google,
    { contents: [...contents, geminiCall] },
    /function response parts/,
  ],
])('tools: %s is refused: %s', async (_, path, headers, body, words) => {
  const answer = await post(path, headers, body)
  expect(answer).toMatchObject({ status: 400, errors: { 'wrong-request': 1 } })
  expect(answer.text).toMatch(words)
})

test('a rule with a tool that the request does not have is an error of the scenario', async () => {
  const rules = [{ answer: { tool: { name: 'g' } } }]
  const { url } = await testProvider(defaultAnswer, { scenario: { rules } })
  const body = JSON.stringify({ ...chat, tools: [{ type: 'function', function: fn }] })
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: bearer,
    body,
  })
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('shall call the tool g, but the request has no such tool')
})
