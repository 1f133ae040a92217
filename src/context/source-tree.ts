/** The files of a repository in one state: a commit, or what is on disk. */

export interface SourceFile {
  /** From the root, with `/`. */
  readonly path: string
  /** The hash of its content that git uses; empty if nobody knows it. */
  readonly blob: string
  /** Why its content is never read. */
  readonly unread?: Unread
}

export type Unread = 'link' | 'submodule' | typeof TOO_LARGE

/** Nobody reads so much, and a process that does needs too much memory. */
export const TOO_LARGE = 'too large'

export interface SourceTree {
  /** All files that git tracks or would track, by path: nothing ignored. */
  files(): Promise<readonly SourceFile[]>
  /** Their contents; undefined for a file that is not there any more, or that a link leads to. */
  read(files: readonly SourceFile[]): Promise<readonly Content[]>
  /** Lines that contain a text, in the order of paths and lines, at most so many of each file. */
  search(text: string, mostOfFile: number): Promise<readonly FoundLine[]>
  /** Files that the repository itself declares as generated or vendored (`.gitattributes`). */
  declared(): Promise<ReadonlySet<string>>
  /** Whether git ignores a path. */
  isIgnored(path: string): Promise<boolean>
}

export type Content = Uint8Array | typeof TOO_LARGE | undefined

export interface FoundLine {
  readonly path: string
  readonly line: number
}
