/** The public API: what a workflow or a config file imports from `agentos`. */

export { contextRequests } from './authoring/context-requests.ts'
export { Conflict, NeedsRevision } from './authoring/outcomes.ts'
export type { Branch, Repository, Signing } from './authoring/repository.ts'
export type {
  CommandOptions,
  CommandResult,
  GateOptions,
  GitHubActions,
  ModelUsage,
  Prompt,
  RunContext,
} from './authoring/run-context.ts'
export {
  type CollectContext,
  defineWorkflow,
  type ExpectedCall,
  type NotesContext,
  type RunItem,
  type Workflow,
  type WorkItem,
} from './authoring/workflow.ts'
export type { ChangedFile, Worktree } from './authoring/worktree.ts'
export { defineConfig } from './config/define-config.ts'
export type { ConfigFile } from './config/schema.ts'
export type {
  ContextOptions,
  ContextRequests,
  LineRange,
  NotShown,
  RepositoryContext,
  ShownFile,
} from './model/context.ts'
export type { Folders } from './model/folders.ts'
export type { GateAnswer } from './model/gate.ts'
export type { FiledIssue, IssueToFile, OpenedPull, PullToOpen } from './model/github.ts'
export type { Issue } from './model/issue.ts'
export {
  type AskedPerson,
  type AskedQuestion,
  type TriedItem,
  type TryOptions,
  tryItem,
} from './testing/try-item.ts'
