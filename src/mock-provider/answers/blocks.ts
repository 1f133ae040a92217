/** Reading a prompt of ours: what stands between the tags of a name. */
export function blockOf(prompt: string, name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const open = new RegExp(`<(untrusted-[0-9a-f]+) name="${escaped}">\n`).exec(prompt)
  if (open === null) return ''
  const from = open.index + open[0].length
  const to = prompt.indexOf(`\n</${open[1]}>`, from)
  return to === -1 ? '' : prompt.slice(from, to)
}

/** The findings that a reviewer is shown as still open, all of them settled. */
export function settledIn(prompt: string): { id: string; disposition: 'fixed' }[] {
  return [...prompt.matchAll(/^- (\S+) \(tier \d, /gm)].map(([, id = '']) => ({
    id,
    disposition: 'fixed',
  }))
}
