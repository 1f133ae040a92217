/** A project of the workflow `waits`, and ways to spoil its files. */
import { truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import { Project, type Started } from './project.ts'

const ALL = ['run', 'waits.mjs', '--all']

/** All items have saved their first step, and were stopped. */
export async function stoppedProject(): Promise<Project> {
  const project = new Project()
  const run = start(project, '--parallel', '3')
  for (const item of ['a', 'b', 'c']) await run.says(`[W-${item}] waiting`)
  run.signal('SIGINT')
  expect((await run.finished).code).toBe(130)
  releaseItems(project, 'a', 'b', 'c')
  return project
}

export function start(project: Project, ...flags: string[]): Started {
  project.workflow('waits')
  return project.start([...ALL, '--json', ...flags])
}

export function resume(project: Project) {
  return project.agentos(ALL)
}

export function releaseItems(project: Project, ...items: string[]): void {
  for (const item of items) project.write(`go-${item}`, '')
}

export function effects(project: Project, step: string): string[] {
  const lines = project.read('effects.log').trimEnd().split('\n')
  return lines.filter((line) => line.endsWith(` ${step}`)).sort()
}

export function overwrite(path: string): void {
  writeFileSync(path, 'no database at all\n'.repeat(999))
}

export function truncate(path: string): void {
  truncateSync(path, 5_000)
}

export function empty(path: string): void {
  truncateSync(path, 0)
}

/** Holds a database that is not in use so that nobody else can even read it. */
export function holdExclusively(path: string): () => void {
  return hold(path, 'PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
}

/** Holds a database as a program does that writes to it and does not come to an end. */
export function holdForWriting(path: string): () => void {
  return hold(path, 'BEGIN IMMEDIATE')
}

function hold(path: string, how: string): () => void {
  const database = new DatabaseSync(path)
  database.exec(how)
  const release = () => {
    if (database.isOpen) database.close()
  }
  onTestFinished(release)
  return release
}
