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
