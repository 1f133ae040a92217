import type { Command } from 'commander'

const EXAMPLES = `
Examples:
  agentos review parse review.md          verdict and findings, or why they are not clear
  agentos review parse review.md --json   the same as one JSON document

Exit code 1 when the review is not clear.
`

export function addReviewCommand(program: Command): void {
  program
    .command('review')
    .description('read review documents')
    .addHelpText('after', EXAMPLES)
    .command('parse')
    .description('the verdict and the findings of a review, or why they are not clear')
    .argument('<file>', 'a review as Markdown')
    .option('--json', 'one JSON document on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, { json = false }: { json?: boolean }) => {
      const { showReview } = await import('../show/show-review.ts')
      process.exitCode = showReview(file, { json })
    })
}
