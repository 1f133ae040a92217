/** What a model is shown of a repository: the question that is asked, the answer, and what else a model asks for. */

/** Lines of a file, from 1, both ends included. */
export type LineRange = readonly [from: number, to: number]

/** What a model asks to read, or a person for it. The shape that fits the strict schemas of all providers. */
export interface ContextRequests {
  readonly files: readonly {
    readonly path: string
    /** Null: from the beginning, to the end. */
    readonly from: number | null
    readonly to: number | null
  }[]
  /** Names of classes, functions, methods (`Task.run`), types, constants. */
  readonly symbols: readonly string[]
  readonly searches: readonly (string | SearchRequest)[]
}

export interface SearchRequest {
  /** A literal text, within one line. */
  readonly text: string
  /** The file or folder to search; null: all files. */
  readonly in: string | null
}

export interface ContextOptions {
  /** Files that matter, whatever the question says: whole if they fit, else by region. */
  readonly files?: readonly string[]
  /** Lines of `files` that matter most: shown with the function around them. */
  readonly places?: readonly { readonly path: string; readonly line: number }[]
  /**
   * Names that matter: their definitions are shown where there are any, those of `files` first, and where they are called if
   * there is room. A name that nobody defines, or too many, is left out.
   */
  readonly symbols?: readonly string[]
  /** What was asked for. Answered before everything else. */
  readonly requests?: ContextRequests
  /** Tokens that the text may have at most, by a conservative estimate; default 24,000. */
  readonly budget?: number
  /** The commit to read. Left out: the files as they are on disk, new ones included. */
  readonly at?: string
  /** What earlier answers have shown: not shown again, unless the file has changed since. */
  readonly already?: readonly ShownFile[]
  /**
   * `all` (default): rules, tree, files and outlines. `map`: the same without files. `named`: rules, tree, `files` and
   * definitions of `symbols`, and nothing that is only near them. `asked`: only `files` and the answers to `requests`.
   * `exact`: definitions of `symbols`, `places`, and the answers to `requests`; of `files` of which nothing was shown
   * `already`, a short one whole, the head of a long one. Words of the question choose nothing.
   */
  readonly show?: 'all' | 'map' | 'named' | 'asked' | 'exact'
}

/** What of a file is in a text. */
export interface ShownFile {
  readonly path: string
  /** Hash of the content, as git makes it. */
  readonly blob: string
  /** Lines that are shown, in order, apart. None: an outline only. */
  readonly lines: readonly LineRange[]
  /** How many lines the file has. */
  readonly of: number
  readonly tokens: number
}

/** What is not shown, and why. */
export interface NotShown {
  /** A file, a folder (`docs/api/`), or the words of a request. */
  readonly what: string
  readonly why: string
}

/**
 * A rendering for a question: plain data, fit to be a step's result. The same question about the same files gives the
 * same bytes.
 */
export interface RepositoryContext {
  /** Markdown. Foreign text: fence it in before it becomes part of a prompt. */
  readonly text: string
  /** By the estimate that the budget is kept by. */
  readonly tokens: number
  readonly shown: readonly ShownFile[]
  readonly leftOut: readonly NotShown[]
  /** Requests without an answer. */
  readonly refused: readonly NotShown[]
}
