/** The settings of `agentos implement`. */
import { z } from 'zod'
import { commitMessageTrouble } from '../model/text/commit-template.ts'
import { duration } from './measure.ts'

/** Lockfiles and snapshots: written by tools when code or tests change. */
const MADE_BY_TOOLS = [
  '**/{package-lock.json,npm-shrinkwrap.json,pnpm-lock.yaml,yarn.lock,bun.lock}',
  '**/{Cargo.lock,go.sum,poetry.lock,uv.lock,Pipfile.lock}',
  '**/__snapshots__/**',
  '**/*.snap',
]

/** Lists that everybody adds a line to. */
const APPEND_ONLY = [
  '**/{CHANGELOG,CHANGES,HISTORY,NEWS,TODO,AUTHORS,CONTRIBUTORS}{,.md,.rst,.txt,.adoc}',
  '**/{changelog,changes,history,news,todo}{.md,.rst,.txt,.adoc}',
  'docs/{index,SUMMARY}.{md,rst}',
]

const REPORTS = ['one', 'all', 'none'] as const

export const implement = z.strictObject({
  /** The branch that new branches start from; without it, what is checked out. */
  base: z.string().min(1).optional(),
  /** Makes a fresh worktree ready, such as `npm ci`; a shell command. */
  setup: z.string().min(1).optional(),
  /** Runs the whole suite; without it, by what the project has. */
  test: z.string().min(1).optional(),
  /** Runs some test files, which stand for `{files}`; without it, by what the project has. */
  testFiles: z
    .string()
    .refine((text) => text.includes('{files}'), { error: 'expected {files} in it' })
    .optional(),
  /** Of a runner whose tests cannot be counted: refused, or judged by its exit code. */
  judgeBy: z
    .enum(['counts', 'exit-code'], { error: 'expected counts or exit-code' })
    .default('counts'),
  /** Commands that must pass at the end if they passed before; without them, by what the project has; false for none. */
  checks: z
    .union([z.literal(false), z.string().min(1), z.array(z.string().min(1))], {
      error: 'expected a shell command, a list of them, or false',
    })
    .optional(),
  /** Where tests may be written, besides where the project has some. */
  testPaths: z.array(z.string()).default([]),
  /** What may be changed although no design names it. */
  allowedPaths: z.array(z.string()).default(MADE_BY_TOOLS),
  /** Files that no item waits for: where two have changed one, the lines of both are kept. */
  appendOnly: z.array(z.string()).default(APPEND_ONLY),
  /** How commits are named; without it, by what the repository has. */
  commitMessage: z
    .string()
    .superRefine((text, context) => {
      const message = commitMessageTrouble(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  /** Reports on the branch: the implementation report alone, also the test report and the review, or none. */
  reports: z.enum(REPORTS, { error: 'expected one, all or none' }).default('one'),
  /** A set-up or a run of tests is killed after this long. */
  commandTimeout: duration.default(10 * 60_000),
})
