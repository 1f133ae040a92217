/** Packed spans, taken apart: from, until and which, for each. */
export function unpacked(packed: readonly number[]): Int32Array {
  const spans = new Int32Array(packed.length)
  let end = 0
  for (let index = 0; index < packed.length; index += 3) {
    const from = end + (packed[index + 1] ?? 0)
    end = from + (packed[index + 2] ?? 0)
    spans[index] = from
    spans[index + 1] = end
    spans[index + 2] = packed[index] ?? 0
  }
  return spans
}

/** The one that this moment lies in, by its place in the list; -1 if there is none. */
export function spanAt(spans: Int32Array, at: number): number {
  for (let index = 0; index < spans.length; index += 3)
    if (at >= (spans[index] ?? 0) && at < (spans[index + 1] ?? 0)) return index
  return -1
}
