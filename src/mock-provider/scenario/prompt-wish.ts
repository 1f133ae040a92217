/** A line in a prompt that asks for an answer's size or duration: for benchmarks. */
export interface PromptWish {
  readonly outputTokens?: number
  readonly latencyMs?: number
}

const LINE = /^[ \t]*<!-- mock((?: (?:output|latency)=\d+)+) -->[ \t\r]*$/m

export function readPromptWish(prompt: string): PromptWish {
  const words = LINE.exec(prompt)?.[1] ?? ''
  const output = /output=(\d+)/.exec(words)?.[1]
  const latency = /latency=(\d+)/.exec(words)?.[1]
  return {
    ...(output === undefined ? {} : { outputTokens: Number(output) }),
    ...(latency === undefined ? {} : { latencyMs: Number(latency) }),
  }
}
