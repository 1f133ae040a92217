/** The first lines of what a source file exports: enough to call it, not enough to read it. */
const EXPORTED =
  /^export (default )?(async )?(function|class|const|interface|type|enum|abstract class) .*$/
const PYTHON = /^(async def|def|class) .*$/

export function signaturesOf(path: string, text: string): string {
  const pattern = path.endsWith('.py') ? PYTHON : EXPORTED
  return text
    .split(/\r?\n/)
    .filter((line) => pattern.test(line))
    .map((line) => line.replace(/\s*\{\s*$/, '').slice(0, 200))
    .join('\n')
}
