/** What a terminal does not show: colours, links, titles. Each is bounded, so that a text takes one pass. */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with one
  /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)|[@-Z\\^_])/g

/** A text as a terminal shows it, and where each of its characters stands in the whole. */
export function shownOf(text: string): { readonly shown: string; at(index: number): number } {
  const parts: string[] = []
  /** Where parts begin, in what is shown and in the whole. */
  const starts: { readonly shown: number; readonly whole: number }[] = []
  let whole = 0
  let shown = 0
  const add = (to: number) => {
    if (to === whole) return
    starts.push({ shown, whole })
    parts.push(text.slice(whole, to))
    shown += to - whole
  }
  for (const { 0: sequence, index } of text.matchAll(SEQUENCE)) {
    add(index)
    whole = index + sequence.length
  }
  add(text.length)
  return {
    shown: parts.join(''),
    at(index) {
      let [low, high] = [0, starts.length]
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if ((starts[middle]?.shown ?? 0) <= index) low = middle
        else high = middle
      }
      const part = starts[low] ?? { shown: 0, whole: 0 }
      return part.whole + index - part.shown
    },
  }
}
