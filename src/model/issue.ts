/** An issue of the repository. */
export interface Issue {
  readonly number: string
  readonly title: string
  readonly body: string
  readonly state: string
  readonly labels: readonly string[]
  readonly dependsOn: readonly string[]
}
