/** What is committed to an item's branch besides the work: its reports, with the evidence. */
import { writeFrontMatter } from '../../../authoring/front-matter.ts'
import { evidenceOf } from '../../review/evidence.ts'
import type { Approved } from '../../review/review-until-approved.ts'
import { signedFiles } from '../../review/signatures.ts'
import { reportPath } from '../edits/scope.ts'
import type { Code } from '../reviewer-questions.ts'
import { implementationReport } from './implementation-report.ts'
import { reportFacts } from './report-facts.ts'
import { testReport } from './test-report.ts'

/** By path. */
export async function reportFiles(approved: Approved<Code>): Promise<Record<string, string>> {
  const { item, drafter, design, run } = approved.work.build
  const facts = await reportFacts(approved)
  const verdict = { path: reportPath(item.id, 'review'), text: approved.published.text }
  const evidence = evidenceOf({ drafter, verdict: verdict.path }, approved)
  return {
    [reportPath(item.id, 'implementation-report')]: writeFrontMatter({
      data: { ...approved.binding, kind: design.kind, ...evidence },
      body: implementationReport(facts),
    }),
    [reportPath(item.id, 'test-report')]: testReport(facts),
    [verdict.path]: verdict.text,
    ...(await signedFiles(run.repo.signing, verdict)),
  }
}
