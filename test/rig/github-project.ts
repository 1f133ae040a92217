/** A repository with a GitHub of its own, and models that count as real ones, for GitHub is not for others. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ConfigFile } from '../../src/config/schema.ts'
import { workflowAnswers } from '../../src/mock-provider/answers/answers.ts'
import {
  type MockProvider,
  startMockProvider,
} from '../../src/mock-provider/start-mock-provider.ts'
import { atEnd } from './at-end.ts'
import { GitHubServer, REPOSITORY, TOKEN } from './github-server.ts'
import { writeBrief } from './lld-project.ts'
import { type Finished, Project, type Started } from './project.ts'
import { MODEL_KEY, realModels } from './real-models.ts'
import { createTodoRepository } from './todo-repository.ts'

export interface GitHubProject {
  readonly project: Project
  readonly server: GitHubServer
  readonly provider: MockProvider
  start(args: readonly string[], env?: Record<string, string>): Started
  run(args: readonly string[], env?: Record<string, string>): Promise<Finished>
}

export async function githubProject(options: {
  readonly github?: ConfigFile['github']
  readonly implement?: ConfigFile['implement']
  readonly briefs?: number
}): Promise<GitHubProject> {
  const server = await GitHubServer.start()
  const provider = await startMockProvider({ answer: workflowAnswers })
  atEnd(() => provider.close())
  const project = new Project()
  createTodoRepository(project.root)
  for (let number = 1; number <= (options.briefs ?? 0); number++) writeBrief(project, number)
  const config: ConfigFile = {
    ...realModels(provider.url),
    github: { repository: REPOSITORY, baseUrl: server.url, ...options.github },
    implement: options.implement ?? {},
  }
  project.write('agentos.config.mts', `export default ${JSON.stringify(config)}`)
  const start: GitHubProject['start'] = (args, env = { GITHUB_TOKEN: TOKEN }) =>
    project.start(args, { env: { ...MODEL_KEY, ...env } })
  return { project, server, provider, start, run: (...args) => start(...args).finished }
}

/** The token is in nothing that was printed, and in no file of the repository. */
export function expectNoToken(project: Project, ...printed: Finished[]): void {
  const kept = printed.map(({ stdout, stderr }) => ({ name: 'printed', text: stdout + stderr }))
  for (const entry of readdirSync(project.root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const name = join(entry.parentPath, entry.name)
    kept.push({ name, text: readFileSync(name, 'latin1') })
  }
  for (const part of [TOKEN, TOKEN.slice(0, 12), Buffer.from(TOKEN).toString('base64')])
    expect(kept.filter(({ text }) => text.includes(part)).map(({ name }) => name)).toEqual([])
}
