/** A model call by OpenTelemetry's semantic conventions for generative AI. */
import type { EventOf } from '../../model/event.ts'
import type { Attributes } from './span.ts'

/** Names of the conventions; other providers keep their name in the config. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  'openai-chat': 'openai',
}

export function callName({ model }: EventOf<'call-started'>): string {
  return `chat ${modelIn(model)}`
}

export function requestAttributes(event: EventOf<'call-started'>): Attributes {
  const { model, task, role, prompt } = event
  const provider = model.slice(0, model.indexOf(':'))
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDER_NAMES[provider] ?? provider,
    'gen_ai.request.model': modelIn(model),
    'agentos.task': task,
    'agentos.role': role,
    ...(prompt === undefined ? {} : { 'gen_ai.input.messages': messages('user', prompt) }),
  }
}

export function responseAttributes(event: EventOf<'call-ended'>): Attributes {
  const { model, credential, usage, cost, finishReason, answer } = event
  return {
    'gen_ai.response.model': model,
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
    ...(usage.cacheWriteTokens === undefined
      ? {}
      : { 'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens }),
    ...(usage.reasoningTokens === undefined
      ? {}
      : { 'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens }),
    'agentos.credential.id': credential,
    ...(cost === null ? {} : { 'agentos.cost': cost }),
    ...(finishReason === undefined ? {} : { 'gen_ai.response.finish_reasons': [finishReason] }),
    ...(answer === undefined
      ? {}
      : { 'gen_ai.output.messages': messages('assistant', answer, finishReason) }),
  }
}

function modelIn(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function messages(role: string, content: string, finishReason?: string): string {
  const end = finishReason === undefined ? {} : { finish_reason: finishReason }
  return JSON.stringify([{ role, parts: [{ type: 'text', content }], ...end }])
}
