/** What the answers to all workflows share: reading a prompt, and the form of answers. */
import { escapePattern } from '../../model/text/escape-pattern.ts'
import { slugOf } from '../../model/text/slug.ts'

/** What stands between the tags of this name: of several, in a conversation, the latest. */
export function blockOf(prompt: string, name: string): string {
  return blocksOf(prompt, name).at(-1) ?? ''
}

/** All of this name, in order. */
export function blocksOf(prompt: string, name: string): string[] {
  const tag = `<(untrusted-[0-9a-f]+) name="${escapePattern(name)}">`
  const blocks = prompt.matchAll(new RegExp(`${tag}\n([\\s\\S]*?)\n</\\1>`, 'g'))
  return [...blocks].map(([, , text = '']) => text)
}

/** A file that a prompt shows whole. */
export function shownFile(prompt: string, path: string): string {
  const heading = `^### ${escapePattern(path)} \\(whole, \\d+ lines\\)\n\n(`
  const file = new RegExp(`${heading}\`{3,})\\w*\n([\\s\\S]*?)\n\\1$`, 'm').exec(prompt)
  return file?.[2] ?? ''
}

/** The document that a reviewer has been shown, with the changes that it has been told of since. */
export function reviewedText(prompt: string): string {
  return [blockOf(prompt, 'document'), ...blocksOf(prompt, 'changes')].join('\n')
}

/** A drafter that has seen enough. */
export const NO_LOOK = { files: [], symbols: [], searches: [], again: false }

/** An edit as a drafter gives it. */
export function edit(search: string, replace: string): string {
  return JSON.stringify({ edits: [{ search, replace }], declined: [] })
}

/** What the people among the reviewers want, or else this. */
export function wishesIn(question: string, otherwise: string): string {
  const said = [...question.matchAll(/^- person-\d+ \(tier 1, Person\): (.+)$/gm)]
  return said.length === 0 ? otherwise : said.map(([, wish]) => `As decided: ${wish}`).join(' ')
}

interface Finding {
  readonly id: string
  readonly tier: 2 | 3
  readonly category: string
  readonly title: string
  readonly detail: string
  readonly recommendation: string
}

/**
 * A review. REVISE for a finding that must be fixed, otherwise APPROVED with a suggestion, which stays open
 * in later rounds. Other earlier findings are fixed, and questions of the document are answered.
 */
export function review(
  question: string,
  {
    document = '',
    must,
    suggestion,
    ...rest
  }: {
    readonly document?: string
    readonly must: Finding | false
    readonly suggestion: Finding
    readonly summary: { readonly revise: string; readonly approve: string }
    /** Of an approved issue. */
    readonly labels?: readonly string[]
    readonly size?: 'S' | 'M'
  },
): string {
  const earlier = [...question.matchAll(/^- (\S+) \(tier \d, /gm)].map(([, id = '']) => ({
    id,
    disposition: id === suggestion.id ? 'open' : 'fixed',
    note: '',
  }))
  const openQuestions = questionsOf(document).map((text) => ({
    text,
    status: 'answered',
    answer: 'Whatever is simplest.',
  }))
  const isOpen = earlier.some(({ id }) => id === suggestion.id)
  return JSON.stringify({
    identity: 'Offline reviewer',
    earlier,
    openQuestions,
    ...(rest.labels === undefined ? {} : { labels: must ? [] : rest.labels }),
    ...(rest.size === undefined ? {} : { size: must ? null : rest.size }),
    verdict: must ? 'REVISE' : 'APPROVED',
    summary: must ? rest.summary.revise : rest.summary.approve,
    findings: must ? [must] : isOpen ? [] : [suggestion],
  })
}

/** The bullets below "Open Questions", each with its continuation lines. */
function questionsOf(document: string): string[] {
  const [, block = ''] =
    /^#{3,4} Open Questions\s*\n([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(document) ?? []
  return [...block.matchAll(/^[-*] (?:\[[ x]\] )?(.+(?:\n[ \t]+[^-*\s].*)*)/gm)]
    .map(([, text = '']) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => !/^none\.?$/i.test(text))
}

/** A criterion that our own checks find. */
export const VAGUE = 'The command works as expected'

/**
 * Exact words for the vague criterion. Of anything else that a check has found, the mock provider knows no cure: the same
 * text in its place lets the check's own words be the reason why the item fails.
 */
export function fixOf(
  question: string,
  { text, anchor }: { readonly text: string; readonly anchor: string },
): string {
  return question.includes(VAGUE) ? edit(VAGUE, text) : edit(anchor, anchor)
}

/** The criteria in a text: its check boxes, or else its bullets. */
export function criteriaIn(text: string): string[] {
  const bullets = [...text.matchAll(/^\s*(?:[-*]|\d+[.)])\s+(\[[ x]\]\s+)?(.+)$/gm)]
  const boxes = bullets.filter(([, box]) => box !== undefined)
  return usable((boxes.length > 0 ? boxes : bullets).map(([, , criterion = '']) => criterion))
}

/** Texts without placeholders and without what our own checks would find vague. */
export function usable(texts: readonly string[]): string[] {
  const isVague = /\b(TODO|TBD|FIXME)\b|\[…\]|works? (fine|properly)/i
  return texts
    .map((text) => text.replace(/\s+/g, ' ').trim().replace(/[<>]/g, ''))
    .filter((text) => text.length > 3 && !isVague.test(text))
}

/** A name for files out of a title. */
export function fileName(title: string): string {
  return slugOf(title, 40) || 'feature'
}

/** The files in the tree that a prompt shows: a line for each folder, with the names of its files. */
export function pathsIn(context: string): string[] {
  return context.split('\n').flatMap((line) => {
    const [, folder = '', names] = /^(?:\.\/|(\S+\/)): (.+)$/.exec(line) ?? []
    return names === undefined ? [line] : names.split(' ').map((name) => `${folder}${name}`)
  })
}
