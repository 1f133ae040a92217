/** The comment with a licence that a file begins with: long, and the same in every file. */
import type { LineRange } from '../../model/context.ts'

const LINE_COMMENT = /^\s*(#|\/\/|--|;|%)/
const LICENCE =
  /copyright|licen[sc]e|all rights reserved|permission is hereby granted|redistribution and use/i
const FEWEST_LINES = 5

export function licenceHeader(lines: readonly string[]): LineRange | undefined {
  let first = lines[0]?.startsWith('#!') === true ? 1 : 0
  while (lines[first]?.trim() === '') first++
  const rest = lines.slice(first)
  const length = /^\s*(\/\*|<!--)/.test(rest[0] ?? '')
    ? rest.findIndex((line) => /\*\/|-->/.test(line)) + 1
    : rest.findIndex((line) => !LINE_COMMENT.test(line))
  const isLicence = LICENCE.test(rest.slice(0, Math.max(0, length)).join('\n'))
  return isLicence && length >= FEWEST_LINES ? [first + 1, first + length] : undefined
}
