/** `docs/events.md`, from the schema, the exit codes and the words. */
import type { z } from 'zod'
import { eventSchema } from '../../src/model/event.ts'
import { failureSchema, leftOutSchema, skipSchema } from '../../src/model/failure.ts'
import { envelope } from '../../src/model/fields.ts'
import { EXIT } from '../../src/model/outcome.ts'

const EXIT_WORDS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'all done, or nothing to do',
  failed: 'an item failed, conflicts or needs revision',
  usage: 'usage or config error; nothing ran',
  gated: 'none failed, but some wait at a gate',
  noCredential: 'no usable credential',
  limit: 'stopped by a limit: money, time, every quota used up',
  leftToOthers: 'nothing failed, but items were left to another run',
  bug: 'a bug in AgentOS',
  interrupted: 'interrupted by Ctrl+C',
  terminated: 'interrupted by SIGTERM or SIGHUP',
}

export function eventsPage(): string {
  return `# Events and exit codes

<!-- Generated from the code: \`npx vitest run --project rules generated -u\` -->

With \`--json\` a run prints one event per line on stdout; the same lines are in \`events.jsonl\` of its logs. Human-readable
output goes to stderr. A field with \`?\` may be missing. [events.schema.json](events.schema.json) is the JSON Schema of a line.

Every event has \`v\` (1: fields may be added, never changed), \`seq\` (1, 2, 3 … without gaps), \`at\` (milliseconds
since 1970), \`run\`, and \`type\`. No event contains an API key, nor, without \`tracing.content\`, a prompt or an answer.

## Events

| type | fields | meaning |
| --- | --- | --- |
${eventSchema.options.map(row).join('\n')}

## Failure reasons

A \`failure\` has a \`reason\` and its fields:

${reasons(failureSchema)}

A \`skip\` is the reason why an item was not processed:

${reasons(skipSchema)}

The \`why\` of \`item-left-out\`:

${reasons(leftOutSchema)}

## Exit codes

| code | meaning |
| --- | --- |
${Object.entries(EXIT)
  .map(([name, code]) => `| ${code} | ${EXIT_WORDS[name as keyof typeof EXIT]} |`)
  .join('\n')}

Precedence: 130 and 143, 70, 4, 1, 5, 3, 6. The exit code of an item's command is never
the exit code of the run. Items that are left out because they need revision count as such: the exit code of
\`--all\`, and of a run that names them, stays 1 until their input changes or \`agentos retry\` names them. An item in
conflict is processed again by each run, and counts as long as it conflicts.
`
}

function row(schema: (typeof eventSchema.options)[number]): string {
  const { type, ...fields } = schema.shape as Record<string, z.ZodType>
  const name = (type as z.ZodLiteral<string>).value
  return `| \`${name}\` | ${fieldWords(fields)} | ${schema.description ?? ''} |`
}

function reasons(schema: { readonly options: readonly { readonly shape: object }[] }): string {
  const rows = schema.options.map(({ shape }) => {
    const { reason, ...fields } = shape as Record<string, z.ZodType>
    return `| \`${(reason as z.ZodLiteral<string>).value}\` | ${fieldWords(fields)} |`
  })
  return ['| reason | fields |', '| --- | --- |', ...rows].join('\n')
}

function fieldWords(fields: Record<string, z.ZodType>): string {
  const names = Object.entries(fields)
    .filter(([name]) => !(name in envelope))
    .map(([name, schema]) => (schema._zod.optin === 'optional' ? `\`${name}\`?` : `\`${name}\``))
  return names.join(', ')
}
