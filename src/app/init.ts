/** `agentos init`: looks at the environment and the repository, and writes a config by what it finds. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configFileOf } from '../config/layers.ts'
import { UsageError } from '../model/usage-error.ts'
import { plural } from '../reporters/words/words.ts'
import { locateRepository } from '../repository/locate.ts'
import { userRepository } from '../repository/user-repository.ts'
import { detectTools } from '../workflows/implement/proof/test-tools.ts'
import { chooseModels, configText, findKeys, KEY_VARIABLES } from './init-config.ts'

const FILE = 'agentos.config.mts'

const SETUPS: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm ci',
  'pnpm-lock.yaml': 'pnpm install --frozen-lockfile',
  'yarn.lock': 'yarn install --frozen-lockfile',
}

/** Writes the config at the repository's root; returns what is to be said about it. */
export async function initialise(workingDirectory: string): Promise<string[]> {
  const { root } = locateRepository(workingDirectory)
  const existing = configFileOf(root)
  if (existing !== undefined) {
    throw new UsageError('config-exists', `There is a config file already: ${existing}.`, {
      hint: 'It was not changed. Check it with `agentos doctor`.',
    })
  }
  const findings = await look(root)
  // A file that was created since then is kept.
  try {
    writeFileSync(join(root, FILE), configText(findings), { flag: 'wx' })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const hint = 'Make the folder writable.'
    throw new UsageError('config-unwritable', `Cannot write ${FILE}: ${why}`, {
      hint,
      cause: error,
    })
  }
  return [`Wrote ${FILE}.`, '', ...findingLines(findings), '', `Next:  ${nextStep(findings)}`]
}

type Findings = Awaited<ReturnType<typeof look>>

async function look(root: string) {
  const repo = userRepository(root)
  const files = await repo.files()
  const packageJson = await repo.read('package.json')
  const tools = detectTools({ files, packageJson, settings: {} })
  const lockfile = Object.keys(SETUPS).find((name) => files.includes(name))
  const count = async (folder: string, name: RegExp) =>
    (await repo.list(folder)).filter((file) => name.test(file)).length
  return {
    keys: findKeys(process.env),
    tests: tools === undefined ? undefined : `${tools.all} (known from ${tools.from})`,
    setup: lockfile === undefined ? undefined : SETUPS[lockfile],
    briefs: await count('ideas', /\.md$/),
    issues: await count('issues', /^\d+.*\.md$/),
    designs: await count('docs/lld', /^LLD-\d+\.md$/),
  }
}

function findingLines(findings: Findings): string[] {
  const { keys, tests, setup, briefs, issues, designs } = findings
  const models = chooseModels(keys)
  const from = keys.map(({ provider, variable }) => `${provider} from ${variable}`)
  const sources = [
    `${plural(briefs, 'brief')} in ideas/`,
    `${plural(issues, 'issue')} in issues/`,
    `${plural(designs, 'design')} in docs/lld/`,
  ]
  return [
    models === undefined
      ? `  Models       none: no key is set (${KEY_VARIABLES.join(', ')})`
      : `  Models       drafter ${models.drafter}, reviewer ${models.reviewer}`,
    ...(keys.length === 0 ? [] : [`  Credentials  ${from.join(', ')}`]),
    ...(keys.length === 1
      ? ['               an API key of a second vendor allows reviews by another vendor']
      : []),
    `  Tests        ${tests ?? 'none found; agentos implement needs implement.test'}`,
    `  Set-up       ${setup ?? 'none'}`,
    `  Sources      ${sources.join(', ')}`,
  ]
}

function nextStep({ keys, briefs, issues }: Findings): string {
  const mock = keys.length === 0 ? ' --mock' : ''
  if (issues > 0) return `agentos lld --all --dry-run${mock}`
  const plan = `agentos issue --all --dry-run${mock}`
  return briefs > 0 ? plan : `write a brief into ideas/<name>.md, then  ${plan}`
}
