/** A document by its headings. */
import type { Block, Heading, Markdown, MarkdownLine } from './markdown.ts'

export interface Sections {
  /** Their names as they appear; one that comes again is there twice. */
  readonly order: readonly string[]
  readonly sections: ReadonlyMap<string, Markdown>
}

/** What is below each heading that `nameOf` knows, up to the next one. */
export function splitSections(
  { lines, blocks }: Markdown,
  nameOf: (heading: Heading) => string | undefined,
): Sections {
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
  return { order, sections }
}
