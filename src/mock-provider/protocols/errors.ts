/** What the errors of all protocols share. */
import type { Gauge, Gauges } from '../limits/limiter.ts'
import type { ErrorFacts } from './protocol.ts'

/** A message with its `{names}` replaced by values; the scenario's own words come first. */
export function messageOf(
  { message, model, key }: ErrorFacts,
  usual: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const all: Readonly<Record<string, string>> = { model, key, ...values }
  return message ?? usual.replace(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole)
}

/** Without a limit of the scenario, the headers of a refusal show that no requests are left. */
export function gaugesOf({ gauges, overrun }: ErrorFacts, usual: Gauge, resetMs: number): Gauges {
  if (gauges === 'none' || overrun !== undefined) return gauges
  return { ...gauges, requests: { ...(gauges.requests ?? usual), remaining: 0, resetMs } }
}
