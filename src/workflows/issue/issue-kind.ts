/** What is particular about an issue. */
import type { RunContext } from '../../authoring/run-context.ts'
import type { RunItem } from '../../authoring/workflow.ts'
import { inputHash } from '../../model/item.ts'
import { type DocumentKind, withTitle } from '../document/document-kind.ts'
import { emptyDocument, numberedItems, sectionStates } from '../document/sections.ts'
import { untrustedLine } from '../document/untrusted.ts'
import type { Binding } from '../review/evidence.ts'
import { checkIssue } from './check.ts'
import { criteriaOf, isIssue, readIssueDocument } from './document.ts'
import { SECTIONS } from './template.ts'

export function bindingOf(
  brief: { readonly path: string; readonly title: string; readonly body: string },
  mock: boolean,
): Binding {
  const { path, title, body } = brief
  return { brief: path, inputHash: inputHash(title, body), provider: mock ? 'mock' : 'models' }
}

export function issueKind(
  { title, body }: Pick<RunItem, 'title' | 'body'>,
  { path, mock }: { readonly path: string } & Pick<RunContext, 'mock'>,
): DocumentKind {
  return {
    noun: 'issue',
    input: { name: 'brief', text: withTitle(title, body) },
    words: { title: untrustedLine('title', title) },
    template: emptyDocument('# <a title that names what will be there>', SECTIONS),
    binding: bindingOf({ path, title, body }, mock),
    isDocument: isIssue,
    sections: (text) => sectionStates(readIssueDocument(text)),
    check: async (text) => checkIssue(text, `${title}\n${body}`),
    files: () => [],
    computed,
    reviewed: (text) => ({
      kind: 'issue',
      title: readIssueDocument(text).title ?? title,
      preFlight: [`Brief ${path} linked, all sections present.`],
    }),
    withStatus: (text) => text,
  }
}

function computed(text: string): string {
  const document = readIssueDocument(text)
  return [
    '- All sections are present, in order and not empty; the title names something.',
    `- ${numberedItems(document.sections.get('Requirements')).length} numbered requirements, ${criteriaOf(document).length} acceptance criteria as check boxes.`,
    '- A happy path and an error scenario are told; something is out of scope; a file or module is named.',
  ].join('\n')
}
