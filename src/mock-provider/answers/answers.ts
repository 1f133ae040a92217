import type { AnswerFunction } from '../answer.ts'
import { defaultAnswer } from '../default-answer.ts'
import { markerOf } from '../scenario/marker.ts'
import { implementAnswer } from './implement.ts'
import { issueAnswer } from './issue.ts'
import { lldAnswer } from './lld.ts'

/** The answers that make the built-in workflows run to their end. */
export const workflowAnswers: AnswerFunction = (call, context) => {
  const marker = markerOf(call)
  const text =
    marker === undefined
      ? undefined
      : (issueAnswer(call, marker, context.seed) ??
        lldAnswer(call, marker, context.seed) ??
        implementAnswer(call, marker, context.seed))
  return text === undefined ? defaultAnswer(call, context) : { text }
}
