/**
 * Colours, links and the like. Node's own function goes over what follows an escape without an end again and
 * again. No pattern here leaves its line, for the same reason.
 */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g

/** Output of a program as plain text, without what only a terminal understands. */
export function withoutEscapes(output: string): string {
  return output.replace(ESCAPES, '').replaceAll('\r\n', '\n')
}
