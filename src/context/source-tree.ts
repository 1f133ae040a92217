/** The files of a repository in one state: a commit, or what is on disk. */

export interface SourceFile {
  /** From the root, with `/`. */
  readonly path: string
  /** The hash of its content that git uses. */
  readonly blob: string
}

export interface SourceTree {
  /** All regular files that git tracks or would track, by path: no links, no submodules, nothing ignored. */
  files(): Promise<readonly SourceFile[]>
  /** Their contents; undefined for a file that is not there any more, or that a link leads to. */
  read(files: readonly SourceFile[]): Promise<readonly (Uint8Array | undefined)[]>
  /** Lines that contain a text, in the order of paths and lines, at most so many of each file. */
  search(text: string, mostOfFile: number): Promise<readonly FoundLine[]>
  /** Files that the repository itself declares as generated or vendored (`.gitattributes`). */
  declared(): Promise<ReadonlySet<string>>
  /** Whether git ignores a path. */
  isIgnored(path: string): Promise<boolean>
}

export interface FoundLine {
  readonly path: string
  readonly line: number
}
