/**
 * What CI servers accept as a JUnit report. Jenkins' xunit plugin validates against its `junit-10.xsd`;
 * GitLab reads the text of the first result element of a case, and knows a case by suite, class and name.
 */

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

interface Rule {
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
  readonly children?: readonly string[]
  /** Whether words may stand in it. */
  readonly isText?: boolean
}

const RESULT: Rule = { optional: ['type', 'message'], isText: true }

/** The elements of `junit-10.xsd` that a report without repeated tests needs. */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: {
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: [
      ...['group', 'time', 'skipped', 'timestamp', 'hostname'],
      ...['id', 'package', 'file', 'log', 'url'],
    ],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name'],
    optional: ['time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  properties: { children: ['property'] },
  property: { required: ['name', 'value'] },
  failure: RESULT,
  error: RESULT,
  skipped: RESULT,
  'system-out': { isText: true },
  'system-err': { isText: true },
}

/** Digits, in groups of three if it has commas, and a fraction. */
const TIME = /^(\d*|\d{1,3}(,\d{3})+)(\.\d*)?$/

/** Where a report breaks the rules of Jenkins; throws if it is no XML at all. */
export function junitProblems(xml: string): string[] {
  const root = parseXml(xml)
  const isRoot = root.name === 'testsuites' || root.name === 'testsuite'
  return [...(isRoot ? [] : [`${root.name} as the root`]), ...problemsOf(root)]
}

function problemsOf({ name, attributes, children, text }: Element): string[] {
  const { required = [], optional = [], children: allowed = [], isText } = RULES[name] ?? {}
  const known = [...required, ...optional]
  return [
    ...(RULES[name] === undefined ? [`unknown element ${name}`] : []),
    ...required.filter((key) => !(key in attributes)).map((key) => `${name} without ${key}`),
    ...Object.keys(attributes).flatMap((key) => (known.includes(key) ? [] : [`${name}@${key}`])),
    ...(name.startsWith('testsuite') && !TIME.test(attributes.time ?? '') ? [`${name}@time`] : []),
    ...children.filter((one) => !allowed.includes(one.name)).map((one) => `${name} > ${one.name}`),
    ...(isText || text.trim() === '' ? [] : [`text in ${name}`]),
    ...children.flatMap(problemsOf),
  ]
}

/** The cases as GitLab reads them; the first of failure, error and skipped decides. */
export function gitlabCases(xml: string) {
  const suites = parseXml(xml).children
  return suites.flatMap((suite) =>
    suite.children
      .filter(({ name }) => name === 'testcase')
      .map(({ attributes, children }) => {
        const result = ['failure', 'error', 'skipped']
          .map((status) => children.find(({ name }) => name === status))
          .find((one) => one !== undefined)
        const key = [suite.attributes.name, attributes.classname, attributes.name].join(' | ')
        return { key, status: result?.name ?? 'success', shown: result?.text ?? '' }
      }),
  )
}

const TAG = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g
const ENTITY = /&(amp|lt|gt|quot);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Only what reports have: no comments, no CDATA, no namespaces. */
function parseXml(xml: string): Element {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>/, '')
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let read = 0
  for (const tag of body.matchAll(TAG)) {
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag
    const parent = open.at(-1) ?? top
    parent.text += words(body.slice(read, tag.index))
    read = tag.index + whole.length
    if (isEnd === '/') {
      if (open.pop()?.name !== name) throw new Error(`${whole} closes another element.`)
      continue
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' }
    parent.children.push(element)
    if (isEmpty === '') open.push(element)
  }
  const [root, ...others] = top.children
  const rest = body.slice(read).trim()
  if (root === undefined || others.length > 0 || open.length !== 1 || rest !== '')
    throw new Error('A document has exactly one root, with all elements closed.')
  return root
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)]
  if (new Set(pairs.map(([, key]) => key)).size < pairs.length) throw new Error(`Twice in${text}.`)
  return Object.fromEntries(pairs.map(([, key, value = '']) => [key, words(value)]))
}

function words(text: string): string {
  if (/[<>]|&(?!(amp|lt|gt|quot);)/.test(text)) throw new Error(`Not escaped: ${text}`)
  return text.replace(ENTITY, (_, name: string) => CHARACTERS[name] ?? '')
}
