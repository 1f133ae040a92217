import type { Trouble } from '../../model/trouble.ts'

/** What the user can do about a file that cannot be used; a sentence's beginning. */
export const TROUBLE_REMEDY: Readonly<Record<Trouble, string>> = {
  full: 'free some space on its disk',
  'read-only': 'let it and its folder be written to',
  locked: 'close the program that holds it',
  damaged: 'move it away if it is not set aside by itself',
  broken: 'look after its disk',
  gone: 'find out what has removed it',
  exhausted: 'close some programs, or allow more open files and processes (ulimit)',
  newer: 'use the version of AgentOS that made it, or another state directory (AGENTOS_HOME)',
  unknown: 'check space and permissions of the state directory',
}
