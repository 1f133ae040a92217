/** Requests that no model answers: the list of models, one model, and a number of tokens. */
import type { AskedCall } from '../answer.ts'
import type { ProviderName } from '../limits/limits.ts'
import { inputTokens } from '../limits/tokens.ts'
import type { Protocol, ReceivedRequest } from '../protocols/protocol.ts'

export type Address = Omit<ReceivedRequest, 'body'>

/** One provider's look-ups: their paths and words. */
export interface Lookups {
  readonly provider: ProviderName
  readonly name: AskedCall['protocol']
  /** Writes headers and errors. */
  readonly protocol: Protocol
  /** Of the list, and with a name of one model. */
  readonly modelsPath: RegExp
  readonly countPath: RegExp
  /** All have the same path for models: their headers differ. */
  isMeant(request: Address): boolean
  readKey(request: ReceivedRequest): string
  model(id: string): object
  list(ids: readonly string[]): object
  readCounted(request: ReceivedRequest): AskedCall
  counted(tokens: number): object
}

export interface Found {
  /** As a call of a model, so that rules apply; its model is empty if it is about all of them. */
  readonly call: AskedCall
  readonly body: object
}

/** What the request looks up, if anything; reading it throws a `WrongRequest`. */
export function lookupOf(
  lookups: Lookups,
  method: string,
  path: string,
): ((request: ReceivedRequest, models: readonly string[]) => Found) | undefined {
  const { modelsPath, countPath } = lookups
  if (method === 'POST' && countPath.test(path)) return (request) => countTokens(lookups, request)
  const found = method === 'GET' ? modelsPath.exec(path) : null
  if (found === null) return undefined
  const model = decoded(found[1] ?? '')
  return (request, models) => {
    const key = lookups.readKey(request)
    const body = model === '' ? lookups.list(models) : lookups.model(model)
    return { call: emptyCall(lookups.name, key, model), body }
  }
}

function countTokens(lookups: Lookups, request: ReceivedRequest): Found {
  const call = lookups.readCounted(request)
  return { call, body: lookups.counted(inputTokens(call)) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a lone percent sign is a name like any other
  }
}

/** A look-up as a call without a prompt. */
function emptyCall(protocol: AskedCall['protocol'], key: string, model: string): AskedCall {
  const nothing = { instructions: '', prompt: '', question: '' }
  return { protocol, model, key, ...nothing, stream: false, usageInStream: false }
}
