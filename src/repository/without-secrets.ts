import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../authoring/repository.ts'
import type { Redactor } from '../model/secrets/redactor.ts'

/** A repository to which no known secret is ever written. */
export function withoutSecrets(repo: Repository, redactor: Redactor): Repository {
  return { ...repo, write: (path, text) => repo.write(path, redactor.redact(text)) }
}

/** The first known secret in a file that its text `before` did not have, with its line. */
export function secretInFile(root: string, path: string, redactor: Redactor, before = '') {
  const full = join(root, path)
  const isFile = lstatSync(full, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? redactor.find(readFileSync(full, 'utf8'), before) : undefined
}
