/** Something about a file that whoever starts a run should know: that it is left out, or a part of it. */
export interface Remark {
  readonly text: string
  /** Of the file, from the root of the repository. */
  readonly path?: string
  /** The file is no item. */
  readonly isLeftOut?: true
}

export const NOT_UTF8 =
  'left out: it is not UTF-8 text; convert it (iconv -f <its encoding> -t UTF-8)'

export type OnRemark = (remark: Remark) => void
