import { expect, test } from 'vitest'
import { draftFor } from '../../mock-provider/answers/lld-document.ts'
import { isDesign } from '../lld/document.ts'
import { draftText } from './draft-text.ts'

const issue = { number: '42', title: 'Add retries', body: 'Retries.', context: '' }
const good = draftFor(issue, { vague: false }).trim()

test.each([
  ['nothing', good],
  ['a fence of Markdown', `\`\`\`markdown\n${good}\n\`\`\``],
  ['a longer fence', `\n\`\`\`\`md\n${good}\n\`\`\`\`\n`],
  ['a fence of tildes and other line ends', `~~~\n${good}\n~~~`.replaceAll('\n', '\r\n')],
])('a draft in %s is taken out of it', (_, answer) => {
  expect(draftText(answer, isDesign)).toBe(good)
  expect(isDesign(draftText(answer, isDesign))).toBe(true)
})

test.each([
  ['prose before the fence', `Here it is:\n\n\`\`\`markdown\n${good}\n\`\`\``],
  ['a fence that is never closed', `\`\`\`markdown\n${good}`],
  ['prose alone', 'I cannot do that.'],
])('%s makes no document', (_, answer) => {
  expect(isDesign(draftText(answer, isDesign))).toBe(false)
})
