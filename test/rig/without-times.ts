/** What `implement` leaves, but for what differs from run to run: times, and where on this machine it was. */
export function withoutTimes(text: string): string {
  return text
    .replace(/^approvedAt: .*$/m, 'approvedAt: …')
    .replace(/^.*(\bat |node:|Node\.js |duration|url:|\^$).*\n/gm, '')
}
