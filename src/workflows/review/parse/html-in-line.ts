import { splitCodeSpans } from './code-spans.ts'

const TAG_AT_START = /^<(?:[/!?]?[a-z][a-z0-9-]*(?:[\s/>]|$)|\?|!\[)/i
const HIDING_TAG =
  /<\/?(?:s|del|strike|details|template|pre|script|style|textarea|div|span)(?:[\s/>]|$)/i

export type HtmlInLine =
  | { readonly html: 'none' }
  /** A comment of which the document shows nothing but what stands before it. */
  | { readonly html: 'comment'; readonly shown: string; readonly hidden: string }
  /** A comment that has this line to itself and continues. */
  | { readonly html: 'open-comment'; readonly hidden: string }
  | { readonly html: 'unclear'; readonly why: string }

/**
 * The HTML of one line, code spans aside. Comments are understood only in their plain forms: one
 * behind text, ended on its line, or one that begins in the first column and has its lines to itself.
 * In all others renderers differ in what they show.
 */
export function htmlInLine(source: string): HtmlInLine {
  if (!source.includes('<')) return { html: 'none' }
  const text = source.trim()
  const outside = blanked(text)
  if (TAG_AT_START.test(outside) || HIDING_TAG.test(outside)) {
    return { html: 'unclear', why: 'has HTML, which can hide or strike out what follows' }
  }
  const start = outside.indexOf('<!--')
  if (start === -1) return { html: 'none' }
  const end = text.indexOf('-->', start + 2)
  if (end === -1) {
    return source.startsWith('<!--')
      ? { html: 'open-comment', hidden: source.slice(4) }
      : { html: 'unclear', why: 'has an HTML comment that does not end there' }
  }
  if (text.slice(end + 3).trim() !== '') {
    return { html: 'unclear', why: 'has text behind an HTML comment' }
  }
  return { html: 'comment', shown: text.slice(0, start).trim(), hidden: text.slice(start + 4, end) }
}

/** Code spans and escaped characters made blank, so that places stay the same. */
function blanked(text: string): string {
  return splitCodeSpans(text)
    .map((part) => (part.isCode ? ' '.repeat(part.text.length) : part.text.replace(/\\./g, '  ')))
    .join('')
}
