const UNITS = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const
const SIZE = /^(\d+(?:\.\d+)?)(kb|mb|gb)$/i

/** `512mb` as bytes; undefined if the text is no size. */
export function parseSize(text: string): number | undefined {
  const match = SIZE.exec(text)
  if (match === null) return undefined
  const unit = match[2]?.toLowerCase() as keyof typeof UNITS
  const bytes = Math.round(Number(match[1]) * UNITS[unit])
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined
}
