/** Answers of a given form: how providers are asked for them, and whether one refuses to be asked so. */
import type { JSONSchema7, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import {
  type Protocol,
  type Provider,
  STRUCTURED_WAYS,
  type StructuredWay,
} from '../model/calls/provider.ts'
import type { Unanswered } from './ask-once.ts'

/** The way to begin with; the SDK knows which models of Anthropic need a tool instead. */
export function firstWay({ structured = 'schema' }: Provider): StructuredWay {
  return structured
}

/** The next weaker way that the protocol has; undefined after the weakest. */
export function weakerWay(protocol: Protocol, way: StructuredWay): StructuredWay | undefined {
  const next = STRUCTURED_WAYS[STRUCTURED_WAYS.indexOf(way) + 1]
  return protocol === 'anthropic' && next === 'json' ? 'tool' : next
}

interface AskedForm {
  readonly options: Pick<
    LanguageModelV4CallOptions,
    'responseFormat' | 'tools' | 'toolChoice' | 'providerOptions'
  >
  /** The schema in words, where nothing else carries it. */
  readonly note?: string
}

const TOOL = 'answer'

export function formOf(protocol: Protocol, way: StructuredWay, schema: JSONSchema7): AskedForm {
  switch (way) {
    case 'schema':
      return { options: { responseFormat: { type: 'json', schema } } }
    case 'json':
      return { options: { responseFormat: { type: 'json' } }, note: noteOf(schema) }
    case 'tool':
      return { options: protocol === 'anthropic' ? anthropicTool(schema) : toolOptions(schema) }
    case 'prompt':
      return { options: {}, note: noteOf(schema) }
  }
}

function toolOptions(inputSchema: JSONSchema7): AskedForm['options'] {
  const description = 'Takes the answer.'
  return {
    tools: [{ type: 'function', name: TOOL, description, inputSchema }],
    toolChoice: { type: 'tool', toolName: TOOL },
  }
}

/** The SDK makes a tool of it, and the tool's input the answer. */
function anthropicTool(schema: JSONSchema7): AskedForm['options'] {
  return {
    responseFormat: { type: 'json', schema },
    providerOptions: { anthropic: { structuredOutputMode: 'jsonTool' } },
  }
}

function noteOf(schema: JSONSchema7): string {
  return `Answer with one JSON value that fits this JSON schema, and with nothing around it:\n${JSON.stringify(schema)}`
}

/** Words of refusals that are about the form of the answer. */
const ABOUT_FORM =
  /response.?format|json.?(schema|object|mode|output)|schema|structured|\btools?\b|tool.?(choice|use|call)|function.?call|grammar|guided|mime.?type|output.?(config|format)|requested parameters/i
/** Some servers only say that they refuse. */
const SAYS_NOTHING =
  /^HTTP \d+: (no more was said|bad request|invalid request|unprocessable( entity| content)?)\.?$/i

/** Whether the request would be taken in another form, as far as the refusal says. */
export function isFormRefused({ outcome, message }: Unanswered, protocol: Protocol): boolean {
  if (outcome.kind !== 'caller') return false
  return (
    ABOUT_FORM.test(message) || (protocol === 'openai-compatible' && SAYS_NOTHING.test(message))
  )
}
