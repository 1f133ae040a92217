/** A number as people read it: 10,000. */
export function counted(number: number): string {
  return number.toLocaleString('en-US')
}
