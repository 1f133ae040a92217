/** The reports of an item: those on its branch, with the evidence, and those that are kept in its lineage. */
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
type Files = Readonly<Record<string, string>>

/** `kept`: paths in the lineage, for what is not committed. */
export async function reportFiles(
  approved: Approved<Code>,
  kept: { readonly report: string; readonly tests: string },
): Promise<{ readonly committed: Files; readonly kept: Files }> {
  const { build } = approved.work
  const { item, settings, commit, design, drafter, run } = build
  const facts = await reportFacts(approved)
  const folder = run.repo.folders.reports
  const isCommitted = settings.reports !== 'none'
  const path = isCommitted ? reportPath(folder, item.id, 'implementation-report') : kept.report
  const data = {
    ...approved.binding,
    kind: design.kind,
    ...evidenceOf({ drafter, verdict: path }, approved),
    ...(isCommitted ? {} : { commit }), // no commit of its own says which one was approved
  }
  const report = { path, text: writeFrontMatter({ data, body: implementationReport(facts) }) }
  const main = { [path]: report.text, ...(await signedFiles(run.repo.signing, report)) }
  const tests = testReport(facts)
  if (settings.reports === 'all')
    return {
      committed: {
        ...main,
        [reportPath(folder, item.id, 'test-report')]: tests,
        [reportPath(folder, item.id, 'review')]: approved.published.text,
      },
      kept: {},
    }
  const beside = { [kept.tests]: tests }
  return isCommitted
    ? { committed: main, kept: beside }
    : { committed: {}, kept: { ...beside, ...main } }
}
