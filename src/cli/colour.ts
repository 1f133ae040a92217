/** Colours of the items' own output are kept where they can be seen and nobody objects. */
export function useColour(stream: NodeJS.WriteStream, wanted: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  if (!wanted || (NO_COLOR !== undefined && NO_COLOR !== '')) return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true
  return stream.isTTY === true && TERM !== 'dumb'
}
