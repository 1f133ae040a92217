/** A git repository with as many files as wanted, in several languages, that use each other; the same in every run. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { LANGUAGES, type Language, pascal } from './languages.ts'
import { Random } from './random.ts'

const VERBS = words('read write parse render merge split count find load save check send retry map')
const NOUNS = words(
  'queue token index page order account report event lease ledger schema branch commit filter',
)
const QUALITIES = words('stale remote nested public cached partial signed hidden sorted empty')
/** As in projects of this size: half of the files are below it, one of fifty is above 20 kB. */
const MEDIAN_BYTES = 3_000
const MOST_BYTES = 60_000
const FILES_A_FOLDER = 25

export class GeneratedRepository implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'agentos-bench-'))
  readonly bytes: number

  constructor(count: number) {
    const files = generatedFiles(count)
    for (const { path, text } of files) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true })
      writeFileSync(join(this.folder, path), text)
    }
    this.bytes = files.reduce((sum, { text }) => sum + text.length, 0)
    for (const command of [
      'init --quiet',
      'add --all',
      'commit --quiet --message All',
      'gc --quiet',
    ])
      execFileSync('git', [...SETTINGS, ...command.split(' ')], { cwd: this.folder })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const SETTINGS = [
  'user.name=bench',
  'user.email=bench@localhost',
  'commit.gpgsign=false',
  'gc.auto=0',
  'maintenance.auto=0',
].flatMap((setting) => ['-c', setting])

function generatedFiles(count: number): { readonly path: string; readonly text: string }[] {
  const random = new Random(count)
  const modules = Array.from({ length: count }, (_, index) => moduleAt(index, random))
  return modules.map((module, index) => ({
    path: `${module.path}.${module.language.extension}`,
    text: textOf(module, others(modules, index, random), random),
  }))
}

interface Module {
  readonly path: string
  readonly language: Language
  readonly className: string
  /** Of each of its functions, as many as its size needs. */
  readonly names: readonly [string, ...string[]]
}

function moduleAt(index: number, random: Random): Module {
  const folder = Math.floor(index / FILES_A_FOLDER)
  // All files of a folder are of one language.
  const language = LANGUAGES[folder % LANGUAGES.length] ?? LANGUAGES[0]
  const stem = `${random.one(QUALITIES)}_${random.one(NOUNS)}_${index}`
  const bytes = Math.min(MOST_BYTES, random.size(MEDIAN_BYTES))
  const name = () => `${random.one(VERBS)}_${stem}_${random.one(NOUNS)}`
  const more = Array.from({ length: Math.floor(bytes / BYTES_A_ROUTINE) }, name)
  const area = `${random.one(NOUNS)}_${folder % 40}`
  return {
    path: `${language.folder}/${area}/${folder}/${stem}`,
    language,
    className: pascal(stem),
    names: [name(), ...more],
  }
}

const BYTES_A_ROUTINE = 600

/** Other modules of the same language that it uses; the first of all are used by many. */
function others(modules: readonly Module[], index: number, random: Random): Module[] {
  const own = modules[index]?.language
  const found = Array.from({ length: 2 + random.below(8) }, () =>
    modules.at(Math.floor(modules.length * random.next() ** 3)),
  )
  return found.filter((module) => module?.language === own && module !== modules[index]) as Module[]
}

function textOf(module: Module, used: readonly Module[], random: Random): string {
  const { language, className, names } = module
  const imports = used.map(({ path, names: [name] }) => language.import(path, name))
  const available = [...used.flatMap((other) => other.names), ...names] as [string, ...string[]]
  const routines = names.map((name) =>
    language.routine({
      name,
      doc: sentence(random),
      calls: Array.from({ length: 1 + random.below(5) }, () => random.one(available)),
      text: sentence(random),
    }),
  )
  return [
    `${imports.join('\n')}\n\n`,
    language.open(className, sentence(random)),
    ...routines,
    language.close,
  ].join('')
}

function sentence(random: Random): string {
  const [verb, quality, noun, other] = [VERBS, QUALITIES, NOUNS, NOUNS].map((list) =>
    random.one(list),
  )
  return `Where it ${verb}s the ${quality} ${noun}, as the ${other} says.`
}

function words(text: string): [string, ...string[]] {
  return text.split(' ') as [string, ...string[]]
}
