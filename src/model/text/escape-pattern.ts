/** A text as a pattern that matches just that: `RegExp.escape`, which Node 22 lacks. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
