/** Where AgentOS writes documents, from the root of the repository. */
export interface Folders {
  /** Approved designs. */
  readonly designs: string
  /** Every draft and verdict of an item, in a folder of its own. */
  readonly lineage: string
  /** Reports on the branches of `implement`. */
  readonly reports: string
}

export const FOLDERS: Folders = {
  designs: 'docs/lld',
  lineage: 'docs/lineage',
  reports: 'docs/reports',
}
