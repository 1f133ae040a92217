/** The official SDKs of the three providers behind one interface, at the base URLs that the docs name. */
import { readFileSync } from 'node:fs'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { anthropic } from './anthropic-sdk.ts'
import { google } from './google-sdk.ts'
import { openAiChat, openAiResponses } from './openai-sdk.ts'
import type { Sdk } from './sdk.ts'

export const SDKS = ['openai chat', 'openai responses', 'anthropic', 'google', 'google v1'] as const
export type SdkName = (typeof SDKS)[number]

export const SDK_MODELS: Record<SdkName, string> = {
  'openai chat': 'gpt-4o-mini',
  'openai responses': 'gpt-5-mini',
  anthropic: 'claude-sonnet-5-5',
  google: 'gemini-2.5-flash',
  'google v1': 'gemini-2.5-flash',
}

export function officialSdk(name: SdkName, url: string, apiKey = 'sdk-key-1'): Sdk {
  const model = SDK_MODELS[name]
  switch (name) {
    case 'openai chat':
      return openAiChat(openAiClient(url, apiKey), model)
    case 'openai responses':
      return openAiResponses(openAiClient(url, apiKey), model)
    case 'anthropic': {
      const baseURL = documentedUrl('Anthropic', url)
      return anthropic(new Anthropic({ baseURL, apiKey, maxRetries: 0 }), model)
    }
    case 'google':
    case 'google v1': {
      // Version 3 of the SDK takes v1 by default.
      const apiVersion = name === 'google' ? 'v1beta' : 'v1'
      const baseUrl = documentedUrl('GoogleGenAI', url)
      return google(new GoogleGenAI({ apiKey, apiVersion, httpOptions: { baseUrl } }), model)
    }
  }
}

function openAiClient(url: string, apiKey: string): OpenAI {
  return new OpenAI({ baseURL: documentedUrl('OpenAI', url), apiKey, maxRetries: 0 })
}

/** The base URL that the docs give to this class, at the address of the test's provider. */
function documentedUrl(className: string, url: string): string {
  const page = readFileSync(new URL('../../../docs/mock-provider.md', import.meta.url), 'utf8')
  const line = page.split('\n').find((one) => one.includes(`new ${className}(`)) ?? ''
  const path = /http:\/\/127\.0\.0\.1:4010(\/\w+)?'/.exec(line)
  if (path === null) throw new Error(`docs/mock-provider.md has no base URL for ${className}.`)
  return `${url}${path[1] ?? ''}`
}
