/** What a response says when it is no answer, whatever form the provider gives it. */
import {
  type Document,
  documentsOf,
  isDocument,
  objectAt,
  objectsAt,
  repairedDocumentsOf,
} from '../body-documents.ts'

export interface ErrorResponse {
  /** The HTTP status; of an error inside a 200 the one it stands for, and 0 if the body is no JSON. */
  readonly status: number
  /** The short words that name the error: codes, types, reasons. */
  readonly words: ReadonlySet<string>
  readonly message: string
  /** The error itself, for what only one provider says. */
  readonly error: Document
  /** A page of a proxy or a gateway, not the provider's own words. */
  readonly isPage: boolean
}

/** Messages are prose; what is longer is not read to its end. */
const LONGEST_MESSAGE = 4_000

/** Undefined if nothing was refused. */
export function readErrorResponse(status: number, body: string): ErrorResponse | undefined {
  const isFine = status >= 200 && status < 300
  const documents = isFine ? documentsOf(body) : repairedDocumentsOf(body)
  const found = documents.map((document) => errorOf(document, isFine)).find(isDocument)
  if (found === undefined && isFine && documents.length > 0) return undefined
  const error = found ?? {}
  const words = wordsOf(error)
  const meant = found === undefined ? 0 : statusOf(error, words)
  return {
    status: isFine ? meant : status,
    words,
    message: messageOf(error, isFine || documents.length > 0 ? '' : body).slice(0, LONGEST_MESSAGE),
    error,
    isPage: documents.length === 0 && body.trim() !== '',
  }
}

/** `response.failed` carries it inside, OpenRouter also in a choice, some servers are the error. */
function errorOf(document: Document, isFine: boolean): Document | undefined {
  const places = [document, objectAt(document, 'response'), ...objectsAt(document, 'choices')]
  const errors = places.map(({ error }) =>
    typeof error === 'string' && error !== '' ? { message: error } : error,
  )
  const said = errors.filter(isDocument).find((error) => Object.keys(error).length > 0)
  return said ?? (isFine && document.type !== 'error' ? undefined : document)
}

const NAMES = ['code', 'type', 'status', 'reason', 'error_code', 'error_type'] as const

function wordsOf(error: Document): ReadonlySet<string> {
  const places = [
    error,
    objectAt(error, 'details'),
    objectAt(error, 'metadata'),
    ...objectsAt(error, 'details'),
    ...objectsAt(error, 'errors'),
  ]
  const named = places.flatMap((place) => NAMES.map((name) => place[name]))
  return new Set(named.filter((word) => typeof word === 'string'))
}

function messageOf(error: Document, body: string): string {
  const said = [error.message, error.detail, error.error].find((text) => typeof text === 'string')
  if (said !== undefined) return said as string
  return body
    .slice(0, LONGEST_MESSAGE)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What an error inside a 200 would have been; an unknown one is an outage of the provider. */
function statusOf(error: Document, words: ReadonlySet<string>): number {
  const number = [error.code, error.status]
    .map((code) => (typeof code === 'string' ? Number(code) : code))
    .find((code) => typeof code === 'number' && code >= 400 && code < 600)
  if (typeof number === 'number') return number
  const known = [...words].find((word) => Object.hasOwn(STATUS_OF, word))
  return known === undefined ? 500 : (STATUS_OF[known] as number)
}

const STATUS_OF: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_prompt: 400,
  INVALID_ARGUMENT: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  permission_error: 403,
  PERMISSION_DENIED: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  insufficient_quota: 429,
  slow_down: 429,
}
