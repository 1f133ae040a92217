/**
 * What `implement` leaves, but for what differs from run to run: times, where on this machine it was, and how many tokens
 * prompts had that show the duration of tests.
 */
export function withoutTimes(text: string): string {
  return text
    .replace(/^approvedAt: .*$/m, 'approvedAt: …')
    .replace(/\b\d+ tokens in\b/g, '… tokens in')
    .replace(/^.*(\bat |node:|Node\.js |duration|url:|\^$).*\n/gm, '')
}
