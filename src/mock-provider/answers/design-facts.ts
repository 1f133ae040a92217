/** What the code of a design needs to know of it. */
export interface DesignFacts {
  readonly title: string
  /** The one module that the design adds, and its tests. */
  readonly source: string
  readonly tests: string
  /** Existing files that the design changes. */
  readonly modified: readonly string[]
  readonly functionName: string
  readonly scenarios: readonly { readonly id: string; readonly text: string }[]
}

export interface CodeOptions {
  readonly isWrong: boolean
  readonly isBounded: boolean
}

const TEST = /[._-](test|spec)\.\w+$|(^|\/)test[._-][^/]+$|(^|\/)(tests?|__tests__|specs?)\//

export function readFacts(design: string): DesignFacts {
  const rows = [...design.matchAll(/^\| `([^`]+)` \| (Add|Modify|Delete) \|/gm)]
  const isTest = (path: string) => TEST.test(path)
  const paths = rows.map(([, path = '', change = '']) => ({ path, change }))
  const source = paths.find(({ path, change }) => change === 'Add' && !isTest(path))?.path
  const scenarios = [...design.matchAll(/^\| (T\d+) \| ([^|]+) \|/gm)]
  return {
    title: /^# \S+ - \w+: (.+)$/m.exec(design)?.[1] ?? 'The feature',
    source: source ?? 'src/feature.js',
    tests: paths.find(({ path }) => isTest(path))?.path ?? 'test/feature.test.js',
    modified: paths.filter(({ change }) => change === 'Modify').map(({ path }) => path),
    functionName: /(?:export function|^def) (\w+)\(/m.exec(design)?.[1] ?? 'feature',
    scenarios: scenarios.map(([, id = '', text = '']) => ({ id, text: text.trim() })),
  }
}

export function nameOf(id: string, text: string): string {
  const requirement = /\(REQ-\d+\)/.exec(text)?.[0] ?? ''
  return `${id} ${requirement}: ${ruleOf(text)}`
}

export function ruleOf(text: string): string {
  return text.replace(/\s*\(REQ-\d+\)\s*/g, '').trim()
}

export function inQuotes(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
}
