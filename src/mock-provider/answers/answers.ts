import type { AnswerFunction } from '../answer.ts'
import { defaultAnswer } from '../default-answer.ts'
import { markerOf } from '../scenario/marker.ts'
import { implementAnswer } from './implement.ts'
import { issueAnswer } from './issue.ts'
import { lldAnswer } from './lld.ts'

const ANSWERS: Readonly<Record<string, typeof lldAnswer>> = {
  issue: issueAnswer,
  lld: lldAnswer,
  implement: implementAnswer,
}

/** The answers that make the built-in workflows run to their end. */
export const workflowAnswers: AnswerFunction = (call, context) => {
  const marker = markerOf(call)
  const [workflow = ''] = marker?.task.split('.') ?? []
  const text = marker && ANSWERS[workflow]?.(call, marker, context.seed)
  return text === undefined ? defaultAnswer(call, context) : { text }
}
