import type { Stage } from './stage.ts'

export interface Scene {
  readonly title: string
  /** Shows something and looks whether it is as promised; throws if it is not. */
  play(stage: Stage): Promise<void>
}

/** Of a plan, everything but how this very process would be started again. */
export function planLines(line: string): boolean {
  return line !== '' && !line.startsWith('Run it:')
}

/** Lines that tell what happens to an item; steps, calls and the output of tests are in the logs. */
const NEWS =
  /\] (Credential |checks found|round \d|issue \d|branch |red, |green: \d|not green|refused, |done in|NEEDS-REVISION|Run \S+ ended)/

export function newsLines(line: string): boolean {
  return NEWS.test(line)
}
