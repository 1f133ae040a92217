import { hash } from 'node:crypto'
import type { OnRemark } from '../../model/remark.ts'
import { plainLine } from '../../model/text/plain-line.ts'

/** Longer texts are cut, and the prompt says so; a document that long does not pass the checks. */
export const MOST_CHARACTERS = 60_000

/** Foreign text, fenced in, and cut if it is too long. */
export function untrusted(name: string, text: string): string {
  const cut = text.length - MOST_CHARACTERS
  const shown =
    cut <= 0 ? text : `${text.slice(0, MOST_CHARACTERS)}\n[… ${cut} more characters were left out]`
  return untrustedWhole(name, shown)
}

/** Tells before a model is paid what it will not be shown of an input. */
export function remarkCut(
  { path, title, body }: { readonly path?: string; readonly title: string; readonly body: string },
  onRemark: OnRemark,
): void {
  if (body.length <= MOST_CHARACTERS) return
  const sizes = `${body.length.toLocaleString('en')} characters, of which models see the first ${MOST_CHARACTERS.toLocaleString('en')}`
  if (path === undefined) onRemark({ text: `${plainLine(title)}: ${sizes}; split it` })
  else onRemark({ path, text: `${sizes}; split it` })
}

/**
 * Foreign text that is bounded elsewhere, fenced in to the last character. The tag carries a hash of the text, so
 * the text cannot contain its own closing tag, whatever it tries.
 */
export function untrustedWhole(name: string, text: string): string {
  const tag = `untrusted-${hash('sha256', text).slice(0, 12)}`
  return `<${tag} name="${attribute(name)}">\n${text}\n</${tag}>`
}

/** Foreign words within a sentence of ours, such as a title: one line, bounded, and fenced in all the same. */
export function untrustedLine(name: string, text: string, most?: number): string {
  const line = plainLine(text, most)
  const tag = `untrusted-${hash('sha256', line).slice(0, 12)}`
  return `<${tag} name="${attribute(name)}">${line}</${tag}>`
}

/** Foreign words that stand in a text of ours: none of them looks like a tag that we set. */
export function withoutOurTags(text: string): string {
  return text.replace(/<(?=\s{0,20}\/?\s{0,20}(untrusted|template)\b)/gi, '&lt;')
}

function attribute(name: string): string {
  return name.replace(/[&<>"\p{Cc}]/gu, (character) => `&#${character.codePointAt(0)};`)
}
