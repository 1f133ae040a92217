/** Requests to a mock provider without a client, good ones to differ from. */
import { defaultAnswer } from '../../src/mock-provider/default-answer.ts'
import { testProvider } from './mock-models.ts'

export const JSON_TYPE = { 'content-type': 'application/json' }
export const GEMINI = '/v1beta/models/gemini-x:generateContent'
export const google = { ...JSON_TYPE, 'x-goog-api-key': 'k' }
export const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]
export const claude = { ...JSON_TYPE, 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
export const message = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }
export const bearer = { ...JSON_TYPE, authorization: 'Bearer k' }
export const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }
export const input = { model: 'm', input: 'hi' }

export async function post(path: string, headers: object, body: unknown) {
  const { url, statistics } = await testProvider(defaultAnswer)
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined)
  const request = {
    method: 'POST',
    headers: sent as [string, string][],
    body: JSON.stringify(body),
  }
  const response = await fetch(url + path, request)
  return { status: response.status, text: await response.text(), errors: statistics().errors }
}
