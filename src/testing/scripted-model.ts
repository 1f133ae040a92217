import type { ItemRun } from '../worker/run-item.ts'
import type { AskedQuestion, TryOptions } from './try-item.ts'

const USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }

/** A test's function in place of a model. Answers are judged, saved and asked for again as real ones are. */
export function scriptedModel(
  workflow: string,
  onAsk: TryOptions['onAsk'],
  questions: AskedQuestion[],
): ItemRun['askModel'] {
  return async (_, about, { instructions, question }) => {
    const { role } = about
    const task = about.task.slice(workflow.length + 1)
    const asked = { role, task, instructions, text: question }
    questions.push(asked)
    const said = await onAsk?.(asked)
    if (said === undefined)
      throw new Error(`No answer to "${task}" of ${role}: \`onAsk\` of tryItem must return one.`)
    const text = typeof said === 'string' ? said : JSON.stringify(said)
    return { text, model: role, credential: '', usage: USAGE, cost: 0, finishReason: 'stop' }
  }
}
