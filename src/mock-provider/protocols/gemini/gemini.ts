/** Gemini's `generateContent` and `streamGenerateContent`. Its responses carry no limit headers. */
import type { AskedCall } from '../../answer.ts'
import { countTokens } from '../../limits/tokens.ts'
import { toolInput } from '../completion.ts'
import {
  type Completion,
  type Frames,
  type Protocol,
  type ReceivedRequest,
  WrongRequest,
} from '../protocol.ts'
import { dataEvent, pieces } from '../server-sent-events.ts'
import { refuseAsGemini } from './gemini-errors.ts'
import { readContents } from './gemini-request.ts'

const PATH = /^\/v1(?:beta)?\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

export const gemini: Protocol = {
  matches: (path) => PATH.test(path),
  read,
  headers: () => ({}),
  body: (completion) => chunk(completion, { parts: [partOf(completion)], isLast: true }),
  frames,
  refuse: refuseAsGemini,
  errorFrame: (facts) => dataEvent(refuseAsGemini({ ...facts, kind: 'overloaded' }).body),
}

function read(request: ReceivedRequest): AskedCall {
  const [, model = '', method] = PATH.exec(request.path) ?? []
  const stream = method === 'streamGenerateContent'
  if (stream && request.query.get('alt') !== 'sse')
    throw new WrongRequest('The mock provider streams server-sent events only: add ?alt=sse.')
  return readContents(request, { model, stream })
}

function frames(completion: Completion): Frames {
  let said = ''
  const isTool = toolInput(completion) !== undefined
  const body = (isTool ? [completion.text] : pieces(completion.text)).map((text) => {
    said += text
    const soFar = { ...completion, outputTokens: countTokens(said) }
    const part = isTool ? partOf(completion) : { text }
    return dataEvent(chunk(soFar, { parts: [part], isLast: false }))
  })
  const last = chunk(completion, { parts: [{ text: '' }], isLast: true })
  return { opening: [], body, closing: [dataEvent(last)] }
}

/** The whole answer: its text, or the call of the tool. */
function partOf(completion: Completion): object {
  const args = toolInput(completion)
  return args === undefined
    ? { text: completion.text }
    : { functionCall: { id: `call_${completion.id}`, name: completion.tool, args } }
}

function chunk(
  completion: Completion,
  { parts, isLast }: { readonly parts: readonly object[]; readonly isLast: boolean },
): object {
  const finishReason = completion.finish === 'length' ? 'MAX_TOKENS' : 'STOP'
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        ...(isLast ? { finishReason } : {}),
        index: 0,
      },
    ],
    usageMetadata: completion.hidesUsage ? undefined : usage(completion),
    modelVersion: completion.model,
    responseId: completion.id,
  }
}

function usage({ inputTokens, outputTokens }: Completion): object {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
  }
}
