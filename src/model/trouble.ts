import { z } from 'zod'

/** What can be wrong with a file or a resource, as far as the user can do something about it. */
export const troubleSchema = z.enum([
  'full',
  'read-only',
  /** Another program holds the file. */
  'locked',
  'damaged',
  /** The disk itself does not do what it should. */
  'broken',
  /** It was removed, or replaced by another one. */
  'gone',
  /** Too many open files or processes, or too little memory. */
  'exhausted',
  /** A newer version of AgentOS has made it. */
  'newer',
  'unknown',
])
export type Trouble = z.infer<typeof troubleSchema>
