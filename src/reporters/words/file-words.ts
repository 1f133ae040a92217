import type { StorageProblem } from '../../model/failure.ts'

/** What the user can do about an unusable file; the beginning of a sentence. */
export const FILE_REMEDY: Readonly<Record<StorageProblem, string>> = {
  full: 'free space on its disk',
  'read-only': 'make the file and its folder writable',
  locked: 'close the program that locks it',
  damaged: 'move the file away if it is not set aside automatically',
  broken: 'check the disk: it reports I/O errors',
  gone: 'find out which program removed it',
  exhausted: 'close some programs, or raise the limits of open files and processes (ulimit)',
  newer: 'use the version of AgentOS that made it, or another state directory (AGENTOS_HOME)',
  unknown: 'check free space and permissions of the state directory',
}
