import { UsageError } from '../model/usage-error.ts'

export function wholeNumber(flag: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= most) return value
  throw new UsageError(
    'number-invalid',
    `Expected \`${flag}\` to be a whole number from 0 to ${most}, got \`${text}\`.`,
  )
}
