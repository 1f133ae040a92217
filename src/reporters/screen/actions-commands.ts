/**
 * GitHub Actions executes lines that begin with `::` and, anywhere in a line, `##[`. Our own commands
 * are written by these functions; output of items must never be taken for a command.
 */
const INVISIBLE = '\u200b'

/** Foreign text, behind a prefix, without commands for the runner. */
export function disarmed(text: string): string {
  return text.replaceAll('##[', `##${INVISIBLE}[`)
}

/** Equivalent JSON without commands for the runner. */
export function disarmedJson(json: string): string {
  return json.replaceAll('##[', '#\\u0023[')
}

export function group(title: string, lines: string): string {
  return `::group::${escaped(title)}\n${lines}::endgroup::\n`
}

export function annotation(
  kind: 'error' | 'warning',
  { title, text }: { readonly title: string; readonly text: string },
): string {
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${kind} title=${property}::${escaped(text)}\n`
}

function escaped(text: string): string {
  return disarmed(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
