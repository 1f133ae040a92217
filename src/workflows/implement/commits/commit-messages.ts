/** The messages of a branch's commits, as the repository wants them. */
import { type CommitWords, fillCommitTemplate } from '../../../model/text/commit-template.ts'
import { plainLine } from '../../../model/text/plain-line.ts'
import type { CoderTask } from '../prompts.ts'
import { CONVENTIONAL, readSubject } from './convention.ts'

/** What a commit of a branch is for. */
export type CommitKind = CoderTask | 'delete' | 'set-up' | 'made by tests' | 'reports'

/** What the messages of an item's commits are made of. */
export interface Commits {
  /** `conventional`, `plain`, or a template. */
  readonly style: string
  readonly issue: string
  readonly title: string
  /** The design's kind. */
  readonly change: string
  /** The issue is on GitHub, where `#12` is a link. */
  readonly isOnGitHub: boolean
}

const MOST_HEADER = 72
const MOST_LINE = 100
/** What a long template leaves for the subject at least. */
const LEAST_SUBJECT = 20
const TYPES: Readonly<Record<string, string>> = { feature: 'feat' }

/** `path`: the deleted file. */
export function commitMessage(commits: Commits, kind: CommitKind, path = ''): string {
  const { style, issue, isOnGitHub } = commits
  if (style === 'plain') return plainMessage(commits, kind, path)
  if (style !== CONVENTIONAL) return filled(style, commits, { kind, path })
  const header = filled('{type}({scope}): {subject}', commits, { kind, path })
  const about = `Issue ${isOnGitHub ? '#' : ''}${issue}: ${plainLine(commits.title)}`
  return `${header}\n\n${wrapped(about)}`
}

/** The title of the branch's pull request. */
export function pullTitle(commits: Commits): string {
  const kind = commits.style === 'plain' ? 'reports' : 'code'
  return commitMessage(commits, kind).split('\n')[0] ?? ''
}

function plainMessage(
  { issue, title, isOnGitHub }: Commits,
  kind: CommitKind,
  path: string,
): string {
  if (kind === 'reports') return `Issue ${issue}: ${plainLine(title)}`
  const isOwn = kind === 'set-up' || kind === 'made by tests'
  const what = kind === 'delete' ? path : plainLine(title)
  return `${kind}${isOwn ? '' : `: ${what}`} (${isOnGitHub ? '#' : 'issue '}${issue})`
}

function filled(
  template: string,
  { issue, title, change }: Commits,
  { kind, path }: { readonly kind: CommitKind; readonly path: string },
): string {
  const line = plainLine(title)
  const { scope = '', subject } = readSubject(line) ?? { subject: line }
  const what = SUBJECTS[kind](lowered(withoutStop(subject)) || `issue ${issue}`, path)
  const isTest = kind === 'tests' || kind === 'made by tests'
  const type = isTest ? 'test' : kind === 'reports' ? 'docs' : (TYPES[change] ?? change)
  const words: CommitWords = { type, scope, issue, subject: '', title: '' }
  const [bare = ''] = fillCommitTemplate(template, words).split('\n')
  const room = Math.max(LEAST_SUBJECT, MOST_HEADER - bare.length)
  const cut = { subject: shortened(what, room), title: shortened(line, room) }
  return fillCommitTemplate(template, { ...words, ...cut })
}

const SUBJECTS: Readonly<Record<CommitKind, (title: string, path: string) => string>> = {
  tests: (title) => `add tests for ${title}`,
  code: (title) => title,
  fix: (title) => `fix failures of ${title}`,
  revise: (title) => `revise ${title}`,
  delete: (_, path) => `remove ${path}`,
  'set-up': (title) => `update lockfiles for ${title}`,
  'made by tests': (title) => `update snapshots for ${title}`,
  reports: (title) => `add reports on ${title}`,
}

/** With its first word in lower case, unless that is quoted. */
function lowered(title: string): string {
  return title.replace(/^[^\s`'"]+/, (word) => word.toLowerCase())
}

/** As many whole words as there is room for; a part of a word that would leave half of the room empty. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return withoutStop(text)
  const words = text.slice(0, most + 1).replace(/\s+\S*$/, '')
  return withoutStop(words.length > most / 2 ? words.slice(0, most) : text.slice(0, most))
}

function withoutStop(text: string): string {
  return text.replace(/[\s.,;:…]+$/, '')
}

function wrapped(text: string): string {
  const lines = text.match(new RegExp(`\\S{${MOST_LINE}}|\\S.{0,${MOST_LINE - 1}}(?=\\s|$)`, 'gu'))
  return (lines ?? []).join('\n')
}
