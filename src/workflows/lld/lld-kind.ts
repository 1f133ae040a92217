/** What is particular about a low-level design. */
import type { RunContext } from '../../authoring/run-context.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { type DocumentKind, withTitle } from '../document/document-kind.ts'
import { emptyDocument, sectionStates } from '../document/sections.ts'
import { untrustedLine } from '../document/untrusted.ts'
import { checkLld } from './check.ts'
import { isDesign, readDocument, withStatus } from './document.ts'
import { SECTIONS } from './template.ts'

export function lldKind(item: RunItem, { repo, mock }: Pick<RunContext, 'repo' | 'mock'>) {
  const { id, title, body } = item
  return {
    noun: 'design',
    input: { name: 'issue', text: withTitle(title, body) },
    words: { number: id, title: untrustedLine('title', title) },
    template: emptyDocument('# <issue number> - Feature: <title>', SECTIONS),
    binding: {
      issue: id,
      inputHash: inputHash(title, body),
      provider: mock ? 'mock' : 'models',
    },
    isDocument: isDesign,
    sections: (text) => sectionStates(readDocument(text)),
    check: async (text) =>
      checkLld(text, { issue: id, about: `${title}\n${body}`, files: await repo.files() }),
    files: (text) => readDocument(text).files.map(({ path }) => path),
    computed,
    reviewed: (text) => reviewed(item, text),
    withStatus,
  } satisfies DocumentKind
}

/** From the title: `# 42 - Fix: …` */
export function changeOf(document: string): string {
  const word = /^\S+ - (\w+):/.exec(readDocument(document).title ?? '')?.[1]?.toLowerCase()
  const isKnown = word !== undefined && ['feature', 'fix', 'refactor', 'docs'].includes(word)
  return isKnown ? word : 'feature'
}

function computed(document: string): string {
  const { requirements, files, scenarios } = readDocument(document)
  const covered = new Set(scenarios.flatMap((scenario) => scenario.requirements))
  const count = requirements.filter(({ number }) => covered.has(number)).length
  return [
    '- All sections are present, in order and not empty; the issue is linked.',
    `- ${files.length} files in 2.1: those to change exist, those to add do not, all lie inside the repository.`,
    `- Requirement coverage: ${count} of ${requirements.length} requirements have a scenario.`,
  ].join('\n')
}

/** The computed parts of a verdict: pre-flight and requirement coverage. */
function reviewed({ id, title }: RunItem, text: string): ReturnType<DocumentKind['reviewed']> {
  const { requirements, scenarios } = readDocument(text)
  return {
    kind: 'lld',
    title: `${id}-${title}`,
    preFlight: [`Issue #${id} linked, all sections present.`],
    coverage: requirements.map(({ number, text: requirement }) => ({
      requirement: number,
      text: requirement,
      scenarios: scenarios.filter((one) => one.requirements.includes(number)).map(({ id }) => id),
    })),
  }
}
