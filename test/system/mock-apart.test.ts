import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readFrontMatter } from '../../src/authoring/front-matter.ts'
import { lldProject, writeBrief } from '../rig/lld-project.ts'
import { argumentsOf, type Started } from '../rig/project.ts'
import { MODEL_KEY, realModels } from '../rig/real-models.ts'

test('what the mock wrote is neither input nor draft of a real run, what real models approved is not overwritten', async () => {
  const { project, provider } = await lldProject()
  project.write('agentos.config.mts', `export default ${JSON.stringify(realModels(provider.url))}`)
  writeBrief(project, 1)
  const real = (...args: string[]) => project.agentos(args, { env: MODEL_KEY })
  const mock = (...args: string[]) => project.agentos([...args, '--mock-url', provider.url])
  const writer = (path: string) => readFrontMatter(project.read(path)).data.provider

  expect((await mock('issue', '--all')).code).toBe(0)
  expect((await mock('lld', '2')).code).toBe(0)
  const issue = 'issues/7-counting-up-to-1.md'
  const design = 'docs/lld/LLD-2.md'
  const mocked = project.read(design)
  const plan = JSON.parse((await real('lld', '--all', '--dry-run', '--json')).stdout)
  expect(plan.items.find(({ id }: { id: string }) => id === '2').note).toBe(
    `${design} was written by the mock provider: kept in its lineage, drafted anew`,
  )
  const why = `${issue} was written by the mock provider, which is no input for real models`
  expect(plan.leftOut).toEqual([
    { id: '7', label: 'LLD-7', why: expect.stringContaining(`${why}; run: `) },
  ])
  const helps = argumentsOf(plan.leftOut[0].why, '; run: ')
  expect(await real('lld', '7')).toMatchObject({ code: 2, stderr: expect.stringContaining(why) })

  const designed = await real('lld', '2')
  expect(designed.code).toBe(0)
  const kept = project.list('docs/lineage/2-lld').find((name) => name.endsWith('-mock.md'))
  expect(designed.stdout).toContain(`kept as docs/lineage/2-lld/${kept}, drafted anew`)
  expect(project.read(`docs/lineage/2-lld/${kept}`)).toBe(mocked)
  expect(project.read(`${project.latestRun()}/LLD-2/conversation.md`)).toContain('lld.draft prompt')
  expect(writer(design)).toBe('models')

  const refused = await mock('lld', '2', '--fresh')
  const guarded = `${design} was approved by real models, and the mock provider does not overwrite it`
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(guarded) })
  project.write('issues/2-search.md', `${project.read('issues/2-search.md')}- [ ] It is fast\n`)
  expect((await mock('lld', '--all', '--dry-run')).stdout).toContain(`Left out: LLD-2: ${guarded}`)

  const filed = await real(...helps)
  expect(filed.stdout).toContain(`${issue} was written by the mock provider: kept as`)
  expect(writer(issue)).toBe('models')
  expect(project.list('issues')).toHaveLength(7)
})

test('a branch that the mock built is kept and built anew; saved progress of the two is never mixed', async () => {
  const { project, provider } = await lldProject()
  project.write('agentos.config.mts', `export default ${JSON.stringify(realModels(provider.url))}`)
  project.commit('agentos.config.mts')
  const real = (...args: string[]) => project.agentos(args, { env: MODEL_KEY })
  const mock = (...args: string[]) => project.agentos([...args, '--mock-url', provider.url])

  const stoppedInReview = async (run: Started) => {
    const review = provider.cut(({ task }) => task === 'lld.review')
    await review.unanswered(1)
    run.signal('SIGINT')
    const { stdout } = await run.finished
    review.restore()
    return stdout
  }
  await stoppedInReview(project.start(['lld', '2'], { env: MODEL_KEY }))
  const other = project.start(['lld', '2', '--json', '--mock-url', provider.url])
  expect(await stoppedInReview(other)).not.toContain('checkpoint-set-aside')
  const resumed = await real('lld', '2')
  expect(resumed.code).toBe(0)
  expect(resumed.stdout).toContain('[LLD-2] resumes: 5 steps ✓ cached')

  expect((await mock('implement', '2')).code).toBe(0)
  const branch = 'agentos/2-search'
  const plan = await real('implement', '2', '--dry-run')
  expect(plan.stdout).toContain(`branch ${branch} was written by the mock provider: kept under`)
  const built = await real('implement', '2')
  expect(built.code).toBe(0)
  const [, ref = ''] = /what was there before is kept as (\S+)/.exec(built.stdout) ?? []
  const report = 'docs/reports/2-implementation-report.md'
  const at = (commit: string) =>
    execFileSync('git', ['show', `${commit}:${report}`], { cwd: project.root, encoding: 'utf8' })
  expect(at(ref)).toContain('provider: mock')
  expect(at(branch)).toContain('provider: models')
  const refused = await mock('implement', '2', '--fresh')
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('approved by real models'),
  })
})
