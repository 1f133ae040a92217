export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)}ms`
  if (ms < 59_950) return `${Number((ms / 1_000).toFixed(1))}s`
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  if (minutes < 60)
    return rest === 0 ? `${minutes}m` : `${minutes}m${String(rest).padStart(2, '0')}s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours}h` : `${hours}h${String(minutes % 60).padStart(2, '0')}m`
}

/** As a clock shows it: `0:05`, `1:02:00`, and with `.250` between whole seconds. */
export function clockText(ms: number): string {
  const whole = Math.round(ms)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const minutes = Math.floor(whole / 60_000)
  const front = minutes < 60 ? String(minutes) : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`
  const rest = whole % 1_000
  const end = rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`
  return `${front}:${two((whole % 60_000) / 1_000)}${end}`
}
