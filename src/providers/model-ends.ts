import { isVersionOf } from '../model/calls/asked-model.ts'

/** Models that their vendors have announced to switch off, and the day. Not of the catalogue, which has prices only. */
const ENDS: Readonly<Record<string, string>> = {
  'claude-sonnet-4-5': '2026-11-30',
}

/** The day after which a model is no longer served, if one is announced. */
export function endOf(model: string): string | undefined {
  const name = Object.keys(ENDS).find((known) => known === model || isVersionOf(known, model))
  return name === undefined ? undefined : ENDS[name]
}
