/** An issue of the repository. */
export interface Issue {
  readonly number: string
  readonly title: string
  readonly body: string
  readonly state: string
  readonly labels: readonly string[]
  readonly dependsOn: readonly string[]
  readonly isOnGitHub?: true
  /** Its file; on GitHub it has none. */
  readonly path?: string
  /** Its file, if the mock provider wrote it: then it is no input for real models. */
  readonly mockFile?: string
  /** The path of the brief that it was written from, if its file names one. */
  readonly brief?: string
}
