/** The schema of the config file: settings, defaults and meanings. */
import { z } from 'zod'
import { PROTOCOLS, STRUCTURED_WAYS } from '../model/calls/provider.ts'
import { FOLDERS } from '../model/folders.ts'
import { implement } from './implement-schema.ts'
import { duration, measured, parseSize } from './measure.ts'
import { roleSchema } from './role-schema.ts'

const MEGABYTE = 1024 * 1024
const bytes = (text: string) => parseSize(text) ?? 0
const sizeFrom = (least: string) =>
  measured(
    bytes,
    bytes(least),
    `expected a size from ${least} with its unit, such as "512mb" or "2gb"`,
  ).meta({ unit: 'bytes' })

const atLeast = (least: number, error = `expected a whole number from ${least}`) =>
  z.int({ error }).min(least, { error })

const POSITIVE = { error: 'expected a number above 0' }
const positive = z.number(POSITIVE).positive(POSITIVE)

const ROLE = /^[a-z][a-zA-Z0-9-]*$/

const variable = z
  .string()
  .regex(/^env:[A-Za-z_][A-Za-z0-9_]*$/, { error: 'expected env:<VARIABLE>' })

const credential = z.strictObject({
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/, { error: 'expected letters, digits, "_" and "-"' }),
  provider: z.string(),
  /** Where the key is: `env:GEMINI_API_KEY`, several keys separated by commas. */
  from: variable,
  /** What its limits belong to, such as a project: credentials with the same scope share them. */
  scope: z.string().min(1).optional(),
  /** The most calls at once with each key. */
  concurrency: atLeast(1).optional(),
  /** What the provider allows the scope, for each model. */
  limits: z
    .strictObject({
      requestsPerMinute: positive.optional(),
      tokensPerMinute: positive.optional(),
      requestsPerDay: positive.optional(),
      /** How long the provider's minute is, for one that has another. */
      windowMs: positive.optional(),
    })
    .optional(),
})

const WAYS = `${STRUCTURED_WAYS.slice(0, -1).join(', ')} or ${STRUCTURED_WAYS.at(-1)}`

const provider = z
  .strictObject({
    protocol: z.enum(PROTOCOLS),
    baseUrl: z
      .url()
      .refine(isPlainUrl, { error: 'expected a URL with http or https and no password' }),
    /** How answers of a given form are asked for; a way that the server refuses is left for the next one. */
    structured: z.enum(STRUCTURED_WAYS, { error: `expected ${WAYS}` }).exactOptional(),
  })
  .refine(({ protocol, structured }) => protocol !== 'anthropic' || structured !== 'json', {
    path: ['structured'],
    error: 'Anthropic has no JSON mode: expected schema, tool or prompt',
  })

const price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached: z.number().nonnegative().optional(),
  cacheWrite: z.number().nonnegative().optional(),
})

const limits = z.strictObject({
  /** An item is killed after this long. */
  itemTimeout: duration.default(60 * 60_000),
  /** An item is killed after this long without output or a finished step. */
  idleTimeout: duration.default(10 * 60_000),
  /** The run stops after this long. */
  runTimeout: duration.default(6 * 60 * 60_000),
  /** A worker that takes more memory than this, with all it has started, is killed. Type checks and linters take 1 to 3 GB. */
  memory: sizeFrom('100mb').default(4096 * MEGABYTE),
  /** The most that an item's log may have: its beginning and its end. */
  log: sizeFrom('64kb').default(100 * MEGABYTE),
  /** How often an item resuming in a new worker after its worker died. */
  restarts: atLeast(0).default(2),
  /** A model call whose answer has not begun after this long is given up, and tried again. */
  callTimeout: duration.default(5 * 60_000),
  /** An answer that has begun and is silent for this long is given up, and asked for again. */
  streamIdle: duration.default(60_000),
  /** How often a model call is tried again after a rate limit, an overload or a broken line. */
  retries: atLeast(0).default(5),
  /** Dollars that the run, and each item of it, may cost; checked before each call. */
  runCost: positive.default(10),
  itemCost: positive.default(2),
  /** The most tokens an answer may have. */
  outputTokens: atLeast(256).default(16_000),
})

/** A file: from the root of the repository, in the home directory (`~/…`), or `env:NAME` of a variable with its path. */
const file = z.string().refine(isPath, { error: 'expected the path of a file' })

const evidence = z.strictObject({
  /** The SSH key that signs verdicts: a private one, or a public one whose other half an agent has. */
  signingKey: file.optional(),
  /** Allowed signers of verdicts, in ssh's allowed_signers format. */
  allowedSigners: file.optional(),
})

/** Below the root, as git spells it: it becomes a part of paths and of command lines. */
const PLAIN_FOLDER =
  /^(?!-|\.git(?:\/|$)|\.agentos(?:\/|$))(?!.*(?:^|\/)(?:\.{0,2}|-[^/]*)(?:\/|$))[^\\:\p{Cc}]+$/u

const folder = (without: string) =>
  z
    .string()
    .regex(PLAIN_FOLDER, {
      error: `expected a folder below the root of the repository, such as "${without}"`,
    })
    .default(without)

const folders = z.strictObject({
  /** Approved designs. */
  designs: folder(FOLDERS.designs),
  /** Drafts, proposals and verdicts of each item. */
  lineage: folder(FOLDERS.lineage),
  /** Reports on branches. */
  reports: folder(FOLDERS.reports),
})

const commands = z.strictObject({
  /** Variables that workers and their commands get although they look like secrets. */
  environment: z
    .array(z.string().regex(/^[^=\0]+$/, { error: 'expected the name of a variable' }))
    .default([]),
})

/** Of one line: a key itself, in place of its file's path, is refused. */
export function isPath(text: string): boolean {
  return /^[^\r\n\0]+$/.test(text) && !text.includes('PRIVATE KEY')
}

/** What stands before an @ would be sent beside the key. */
function isPlainUrl(url: string): boolean {
  const { protocol = '', username, password } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Only encrypted or local connections: the token must not be readable on the way. */
export function isSafeUrl(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname ?? '')
}

const github = z.strictObject({
  /** `owner/name`; without it, what `origin` names. */
  repository: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$/, { error: 'expected owner/name' })
    .optional(),
  /** Issues with this label are worked on; those that are filed get it. */
  label: z
    .string()
    .regex(/^[^,\s](?:[^,]{0,48}[^,\s])?$/, {
      error: 'expected 1 to 50 characters without a comma',
    })
    .default('agentos'),
  /** Where the token is: `env:NAME`; without it, `GITHUB_TOKEN` or `GH_TOKEN`. */
  tokenFrom: variable.optional(),
  /** The address of the API; without it, `GITHUB_API_URL` or GitHub's own. */
  baseUrl: z.url().refine(isSafeUrl, { error: 'expected a URL with https' }).optional(),
  /** Push the branches of `implement` to `origin` and open a pull request for each. */
  pullRequests: z.boolean().default(false),
})

const tracing = z.strictObject({
  /** Put what models read and say into spans. */
  content: z.boolean().default(false),
  /** How long the end of a run waits for the receiver of its trace; without it, by the time that the run took. */
  patience: duration.optional(),
  /** What tracers call the project; without it, `TRACER_PROJECT`, `LANGSMITH_PROJECT` or the repository's folder. */
  project: z.string().min(1).optional(),
})

export const configSchema = z.strictObject({
  /** The most items that may run at once, whatever `--parallel` says. */
  maxParallel: atLeast(1).default(10),
  limits: limits.prefault({}),
  /** The model of each role: `drafter: 'anthropic:claude-sonnet-5'`, or with how it is asked: `{ model, reasoning: 'high' }`. */
  models: z.record(z.string().regex(ROLE), roleSchema).default({}),
  /** Other names under which a model may answer, by the name it is asked by: `{ house: ['qwen3-*'] }`. */
  aliases: z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({}),
  /** Refuse to run when the reviewer is of the same vendor as drafter or coder. */
  requireOtherVendor: z.boolean().default(false),
  credentials: z.array(credential).default([]),
  /** Further providers, by the name that models use. */
  providers: z.record(z.string(), provider).default({}),
  /** Files that replace prompts of a workflow: `'lld.draft': 'prompts/draft.md'`. */
  prompts: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*\.[\w-]+$/), z.string({ error: 'expected a path' }))
    .default({}),
  /** What workers start: tests, set-up, commands of workflows. */
  commands: commands.prefault({}),
  /** Settings of custom workflows, by the name of the workflow: `{ greet: { tone: 'warm' } }`. */
  workflows: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.record(z.string(), z.json()))
    .default({}),
  /** The folder that worktrees of items are made in, in a folder for each repository. */
  worktrees: z.string().refine(isPath, { error: 'expected the path of a folder' }).optional(),
  /** How designs are built. */
  implement: implement.prefault({}),
  /** Where documents are written. */
  folders: folders.prefault({}),
  /** Signatures on what is approved. */
  evidence: evidence.prefault({}),
  /** GitHub as the place of issues and pull requests. */
  github: github.optional(),
  /** The trace of a run. */
  tracing: tracing.prefault({}),
  /** Dollars per million tokens, by the beginning of the model's name. */
  prices: z.record(z.string(), price).default({}),
})

/** What `agentos.config.mts` exports. */
export type ConfigFile = z.input<typeof configSchema>

/** The settings of a run: complete, checked, frozen. Durations are milliseconds. */
export type Config = Readonly<z.output<typeof configSchema>>
