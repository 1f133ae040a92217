/** Colours and signs as the terminal can show them, decided once. */
import { styleText } from 'node:util'

export interface Look {
  readonly colour: boolean
  /** Signs beyond ASCII. */
  readonly unicode: boolean
}

/** Colours of labels; red, yellow and green are for outcomes. */
const PREFIXES = ['34', '35', '36', '94', '95', '96']

export function paint(
  text: string,
  paint: 'dim' | 'red' | 'yellow' | 'green' | 'cyan',
  { colour }: Pick<Look, 'colour'>,
): string {
  return colour ? styleText(paint, text, { validateStream: false }) : text
}

/** The same name has the same colour, in every run. */
export function paintedPrefix(name: string, colour: boolean): string {
  if (!colour) return `[${name}] `
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return `\x1b[${PREFIXES[hash % PREFIXES.length]}m[${name}]\x1b[39m `
}

export function signs({ unicode }: Look) {
  return unicode
    ? { running: '▸', waiting: '⏸', rule: '─', more: '…' }
    : { running: '>', waiting: '=', rule: '-', more: '~' }
}
