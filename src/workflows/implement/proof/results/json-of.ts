/** Undefined if it is none: a file that was cut off says nothing. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // as its readers take it
  }
}
