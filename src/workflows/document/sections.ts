/** A document by its headings. */
import {
  type Block,
  type Heading,
  type Markdown,
  type MarkdownLine,
  readMarkdown,
  type TextBlock,
} from './markdown.ts'

/** A section as the template has it; the checks and the prompts come from there, too. */
export interface TemplateSection {
  readonly name: string
  readonly heading: string
  /** What belongs into it, as told to the drafter. */
  readonly content: string
}

export interface Sectioned {
  readonly lines: readonly MarkdownLine[]
  /** The first `#` line. */
  readonly title: string | undefined
  /** Names of sections as they appear; one that comes again is there twice. */
  readonly order: readonly string[]
  readonly sections: ReadonlyMap<string, Markdown>
}

/** What is below each heading that `nameOf` knows, up to the next one. */
export function readSections(
  markdown: string,
  nameOf: (heading: Heading) => string | undefined,
): Sectioned {
  const { lines, blocks } = readMarkdown(markdown)
  const title = blocks.find((block) => block.kind === 'heading' && block.depth === 1)
  const order: string[] = []
  const sections = new Map<string, { lines: MarkdownLine[]; blocks: Block[] }>()
  let current: { lines: MarkdownLine[]; blocks: Block[] } | undefined
  let line = 0
  const takeLines = (to: number) => {
    for (; line < to; line++) current?.lines.push(lines[line] as MarkdownLine)
  }
  for (const block of blocks) {
    const name = block.kind === 'heading' ? nameOf(block) : undefined
    if (name === undefined) {
      current?.blocks.push(block)
      continue
    }
    takeLines(block.from)
    line = block.to
    order.push(name)
    current = sections.get(name) ?? { lines: [], blocks: [] }
    sections.set(name, current)
  }
  takeLines(lines.length)
  return { lines, title: title?.kind === 'heading' ? title.text : undefined, order, sections }
}

/** Whether there is anything in each section: a heading alone, without parts below it, is nothing. */
export function sectionStates({
  sections,
}: Sectioned): ReadonlyMap<string, { readonly isEmpty: boolean }> {
  const names = [...sections.keys()]
  const isParent = (name: string) => names.some((other) => other.startsWith(`${name}.`))
  return new Map(
    [...sections].map(([name, { blocks }]) => {
      const isEmpty = !isParent(name) && blocks.every(({ kind }) => kind === 'heading')
      return [name, { isEmpty }]
    }),
  )
}

/** The lines of a section that are shown as text, not as code. */
export function proseOf(section: Markdown | undefined): string[] {
  const lines = section?.lines ?? []
  return lines.filter(({ code }) => !code).map(({ text }) => text)
}

/** The items of a section's numbered lists; lists inside of items are details. */
export function numberedItems(section: Markdown | undefined): TextBlock[] {
  const texts = (section?.blocks ?? []).filter((block) => block.kind === 'text')
  return texts.filter(({ mark, level }) => level === 1 && /^\d/.test(mark))
}

/** For a drafter: the headings, each with a comment that says what belongs below it. */
export function emptyDocument(title: string, sections: readonly TemplateSection[]): string {
  const parts = sections.map(({ heading, content }) => `${heading}\n\n<!-- ${content} -->`)
  return [title, ...parts].join('\n\n')
}
