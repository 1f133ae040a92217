/** The public API: what a workflow or a config file imports from `agentos`. */

export { Conflict, NeedsRevision } from './authoring/outcomes.ts'
export {
  type Branch,
  type CollectContext,
  type CommandOptions,
  type CommandResult,
  defineWorkflow,
  type ExpectedCall,
  type GateOptions,
  type GitHubActions,
  type Prompt,
  type Repository,
  type RunContext,
  type RunItem,
  type Workflow,
  type WorkItem,
} from './authoring/workflow.ts'
export type { ChangedFile, Worktree } from './authoring/worktree.ts'
export { defineConfig } from './config/define-config.ts'
export type { ConfigFile } from './config/schema.ts'
export type { GateAnswer } from './model/gate.ts'
export type { FiledIssue, IssueToFile, OpenedPull, PullToOpen } from './model/github.ts'
export type { Issue } from './model/issue.ts'
