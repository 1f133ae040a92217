/** What models have answered for an item, as its checkpoint has it. */
import type { ModelUsage } from '../authoring/run-context.ts'
import type { ModelAnswer } from '../providers/ask-once.ts'

export function modelUsage(
  saved: readonly Pick<ModelAnswer, 'model' | 'usage' | 'cost'>[],
): ModelUsage[] {
  return [...Map.groupBy(saved, ({ model }) => model)].map(([model, answers]) => {
    const sum = (of: (answer: (typeof saved)[number]) => number) =>
      answers.reduce((total, answer) => total + of(answer), 0)
    const isPriced = answers.every(({ cost }) => cost !== null)
    return {
      model,
      calls: answers.length,
      inputTokens: sum(({ usage }) => usage.inputTokens),
      outputTokens: sum(({ usage }) => usage.outputTokens),
      cost: isPriced ? sum(({ cost }) => cost ?? 0) : null,
    }
  })
}
