/** Signatures on evidence: where their files are, and whether a run can make ones that count. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Config, isPath } from '../../config/schema.ts'
import { UsageError } from '../../model/usage-error.ts'
import { type SigningFiles, signingTrouble } from '../../repository/git/ssh-signing.ts'
import { isBuiltInSource } from '../../workflows/load-workflow.ts'
import { type Check, checkOf } from '../doctor/check.ts'

interface Place {
  readonly root: string
  readonly environment: NodeJS.ProcessEnv
  /** Its verdicts count in no real run, so they are not signed. */
  readonly mock: boolean
}

/** The files that the config names. Refused, if evidence could not be verified by them. */
export function signingFiles({ evidence }: Config, place: Place): SigningFiles {
  const key = place.mock ? undefined : pathOf(evidence.signingKey, place)
  const signers = pathOf(evidence.allowedSigners, place)
  if (signers === undefined) return key === undefined ? {} : { key }
  if (!existsSync(signers))
    throw unusable(`There is no file ${signers}, which evidence.allowedSigners names.`)
  refuse(signingTrouble({ signers }))
  return { ...(key !== undefined && { key }), signers }
}

/** Refuses a run whose approvals could not be signed, or would not count, before a model is paid. */
export function requireSigning({
  signing,
  workflow,
  selection,
  mock,
}: {
  readonly signing: SigningFiles
  readonly workflow: { readonly source: string }
  readonly selection: { readonly chosen: readonly unknown[] }
  readonly mock: boolean
}): void {
  if (mock || selection.chosen.length === 0 || !isBuiltInSource(workflow.source)) return
  if (signing.signers !== undefined && signing.key === undefined)
    throw new UsageError(
      'signing-key-missing',
      'evidence.allowedSigners is set and evidence.signingKey is not: approvals of this run would not count.',
      { hint: 'Set evidence.signingKey to the key of an allowed signer.' },
    )
  refuse(signingTrouble(signing))
}

/** For `agentos doctor`: signs and verifies a text with the files of the config. */
export function signingChecks(config: Config, place: Place): Check[] {
  const { ok, warn, refused } = checkOf('evidence')
  try {
    const signing = signingFiles(config, place)
    refuse(signingTrouble(signing))
    const { key, signers } = signing
    if (key === undefined && signers === undefined) return []
    if (key === undefined) {
      const detail = `Verdicts count if a signer in ${signers} has signed them; there is no key to sign with.`
      const remedy = 'Real runs need evidence.signingKey; --dry-run and --mock do not.'
      return [warn(detail, remedy)]
    }
    const allowed =
      signers === undefined
        ? 'not verified: evidence.allowedSigners is not set'
        : `allowed by ${signers}`
    return [ok(`signed with ${key}, ${allowed}`)]
  } catch (error) {
    return [refused(error)]
  }
}

/** `~/…`, a path from the root of the repository, or `env:NAME` of a variable that holds one. */
function pathOf(said: string | undefined, { root, environment }: Place): string | undefined {
  if (said === undefined) return undefined
  const path = said.startsWith('env:') ? pathIn(said.slice('env:'.length), environment) : said
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(root, path)
}

function pathIn(variable: string, environment: Place['environment']): string {
  const path = environment[variable] ?? ''
  if (path === '') throw unusable(`${variable} is not set, which the config names for evidence.`)
  if (!isPath(path)) throw unusable(`${variable} holds something else than the path of a file.`)
  return path
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw unusable(problem)
}

function unusable(message: string): UsageError {
  return new UsageError('signing-unusable', message, {
    hint: 'See docs/security.md, "Signed evidence"; `agentos doctor` tries both files.',
  })
}
