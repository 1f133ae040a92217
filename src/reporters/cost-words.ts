/** What model calls have cost; a price that is not known is said, never taken for nothing. */
export function costWords({ known, isWhole }: { known: number; isWhole: boolean }): string {
  if (isWhole) return `$${known.toFixed(2)}`
  return known > 0 ? `at least $${known.toFixed(2)}` : 'cost unknown'
}
