/** What a test runner's output says: how many tests passed and failed, and which failed. */
import { stripVTControlCharacters } from 'node:util'
import type { Framework } from './test-tools.ts'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  /** Names of tests, or of files that could not even be loaded. */
  readonly failing: readonly string[]
  readonly passing: readonly string[]
  /** Only the end of what was printed was read, so names are missing. */
  readonly isCut?: boolean
}

/** Undefined when the output says nothing that can be counted. */
export function readTestOutput(framework: Framework, output: string): TestCounts | undefined {
  const text = stripVTControlCharacters(output).replaceAll('\r\n', '\n')
  switch (framework) {
    case 'node:test':
      return nodeTest(text)
    case 'vitest':
      return summed(text, /^\s*Tests\s+(.*)$/gm, {
        failing: /^\s*FAIL\s+(.+?)(?: \[ .* \])?$/gm,
        passing: /^\s*✓\s+(.+?)(?:\s+\(\d+ tests?\b.*\))?(?:\s+\d+ms)?$/gm,
      })
    case 'jest':
      return summed(text, /^Tests:\s+(.*)$/gm, {
        failing: /^\s*✕\s+(.+?)(?:\s+\(\d+ m?s\))?$|^\s*● (Test suite failed to run.*)$/gm,
        passing: /^\s*✓\s+(.+?)(?:\s+\(\d+ m?s\))?$/gm,
      })
    case 'pytest':
      return summed(text, /^=*\s*((?:\d+ \w+,? ?)+) in [\d.]+s.*$/gm, {
        failing: /^(?:FAILED|ERROR) (\S+)/gm,
        passing: /^(\S+::\S+) PASSED/gm,
      })
    case 'cargo':
      return summed(text, /^test result: \w+\. (.*)$/gm, {
        failing: /^test (\S+) \.\.\. FAILED$/gm,
        passing: /^test (\S+) \.\.\. ok$/gm,
      })
    case 'go':
      return listed(text, /^\s*--- FAIL: (\S+)/gm, /^\s*--- PASS: (\S+)/gm)
    case 'own':
      return nodeTest(text) ?? summed(text, /^\s*Tests:?\s+(.*)$/gm, NAMELESS)
  }
}

const NAMELESS = { failing: /(?!)/g, passing: /(?!)/g }

/** Both of its reporters: `# pass 2` and `not ok 1 - name`, or `ℹ pass 2` and `✖ name (1ms)`. */
function nodeTest(text: string): TestCounts | undefined {
  const count = (word: string) => {
    const found = [...text.matchAll(new RegExp(`^(?:#|ℹ) ${word} (\\d+)$`, 'gm'))]
    return found.length === 0 ? undefined : Number(found.at(-1)?.[1])
  }
  const passed = count('pass')
  const failed = count('fail')
  if (passed === undefined || failed === undefined) return undefined
  const [body = text] = text.split(/^✖ failing tests:$/m)
  const failing = names(body, /^\s*(?:not ok \d+ - |✖ )(.+?)(?: \([\d.]+ms\))?$/gm)
  const passing = names(body, /^\s*(?:ok \d+ - |✔ )(.+?)(?: \([\d.]+ms\))?$/gm)
  return { passed, failed: failed + (count('cancelled') ?? 0), failing, passing }
}

function summed(
  text: string,
  line: RegExp,
  patterns: { readonly failing: RegExp; readonly passing: RegExp },
): TestCounts | undefined {
  const lines = [...text.matchAll(line)].map(([, words = '']) => words)
  if (lines.length === 0) return undefined
  const sum = (words: RegExp) =>
    lines.reduce((total, one) => {
      const counts = [...one.matchAll(words)].map(([, number]) => Number(number))
      return total + counts.reduce((all, number) => all + number, 0)
    }, 0)
  const failing = names(text, patterns.failing)
  const failed = sum(/(\d+) (?:failed|errors?)\b/g)
  return {
    passed: sum(/(\d+) passed/g),
    // Files that could not be loaded are no tests to some runners, but failures all the same.
    failed: failed === 0 ? failing.length : failed,
    failing,
    passing: names(text, patterns.passing),
  }
}

function listed(text: string, fail: RegExp, pass: RegExp): TestCounts | undefined {
  const failing = names(text, fail)
  const passing = names(text, pass)
  const failedBuilds = names(text, /^FAIL\s+(\S+) \[build failed\]$/gm)
  if (failing.length + passing.length + failedBuilds.length === 0) return undefined
  const all = [...failing, ...failedBuilds]
  return { passed: passing.length, failed: all.length, failing: all, passing }
}

function names(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].map(([, first, second]) =>
    (first ?? second ?? '').trim(),
  )
  return [...new Set(found)]
}
