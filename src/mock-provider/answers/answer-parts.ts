/** What the offline answers to all workflows share: reading a prompt, and the form of answers. */

import { slugOf } from '../../model/text/slug.ts'

/** What stands between the tags of this name: of several, in a conversation, the latest. */
export function blockOf(prompt: string, name: string): string {
  return blocksOf(prompt, name).at(-1) ?? ''
}

/** All blocks of this name, in order. */
function blocksOf(prompt: string, name: string): string[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const tag = new RegExp(`<(untrusted-[0-9a-f]+) name="${escaped}">\n`, 'g')
  return [...prompt.matchAll(tag)].flatMap((open) => {
    const from = open.index + open[0].length
    const to = prompt.indexOf(`\n</${open[1]}>`, from)
    return to === -1 ? [] : [prompt.slice(from, to)]
  })
}

/** The document that a reviewer has been shown, with the changes that it has been told of since. */
export function reviewedText(prompt: string): string {
  return [blockOf(prompt, 'document'), ...blocksOf(prompt, 'changes')].join('\n')
}

/** A drafter that has seen enough. */
export const NO_LOOK = { files: [], symbols: [], searches: [], again: false }

/** Edits as a drafter gives them. */
export function edits(list: readonly { search: string; replace: string }[]): string {
  return JSON.stringify({ edits: list, declined: [] })
}

/** What the people among the reviewers want, or else this. */
export function wishesIn(question: string, otherwise: string): string {
  const said = [...question.matchAll(/^- person-\d+ \(tier 1, Person\): (.+)$/gm)]
  return said.length === 0 ? otherwise : said.map(([, wish]) => `As decided: ${wish}`).join(' ')
}

/** All of a verdict but the verdict: earlier findings are fixed but for those named, questions answered. */
export function reviewBase(
  question: string,
  document: string,
  { open }: { readonly open: readonly string[] },
) {
  const earlier = [...question.matchAll(/^- (\S+) \(tier \d, /gm)].map(([, id = '']) => ({
    id,
    disposition: open.includes(id) ? 'open' : 'fixed',
    note: '',
  }))
  const openQuestions = questionsOf(document).map((text) => ({
    text,
    status: 'answered',
    answer: 'Whatever is simplest.',
  }))
  return { identity: 'Offline reviewer', earlier, openQuestions }
}

/** The bullets below "Open Questions", each with its continuation lines. */
function questionsOf(document: string): string[] {
  const [, block = ''] =
    /^#{3,4} Open Questions\s*\n([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(document) ?? []
  return [...block.matchAll(/^[-*] (?:\[[ x]\] )?(.+(?:\n[ \t]+[^-*\s].*)*)/gm)]
    .map(([, text = '']) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => !/^none\.?$/i.test(text))
}

/** A name for files out of a title. */
export function fileName(title: string): string {
  return slugOf(title, 40) || 'feature'
}

/** The language that the repository is written in, by what a prompt tells of it. */
export function extensionOf(context: string): 'js' | 'ts' {
  const lines = context.split('\n')
  return lines.some((line) => /^src\/.*\.js$/.test(line)) ? 'js' : 'ts'
}

/** Source files that a text speaks of by name, and that are there. */
export function namedFiles(text: string, context: string): string[] {
  const lines = context.split('\n')
  const named = [...text.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path)
  return [...new Set(named)].filter((path) => lines.includes(path))
}
