/** The steps of one item, as they begin and end. */
export interface ItemSteps {
  stepsSaved: number
  stepsReused: number
  /** Steps that are open, the innermost last. */
  readonly steps: OpenStep[]
  /** The one that took longest so far, whatever became of it. */
  longestStep?: { readonly name: string; readonly durationMs: number }
}

interface OpenStep {
  readonly name: string
  readonly since: number
}

export function endStep(
  item: ItemSteps,
  { step, at }: { readonly step: string; readonly at: number },
): void {
  const index = item.steps.findLastIndex(({ name }) => name === step)
  if (index === -1) return
  for (const ended of item.steps.splice(index, 1)) measure(item, ended, at)
}

/** Whoever ran them is gone. */
export function endAllSteps(item: ItemSteps, at: number): void {
  for (const ended of item.steps.splice(0)) measure(item, ended, at)
}

function measure(item: ItemSteps, { name, since }: OpenStep, at: number): void {
  const durationMs = at - since
  if (item.longestStep !== undefined && item.longestStep.durationMs >= durationMs) return
  item.longestStep = { name, durationMs }
}
