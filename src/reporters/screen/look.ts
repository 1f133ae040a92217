/** Colours and signs as the terminal can show them, decided once. */
export interface Look {
  readonly colour: boolean
  /** Signs beyond ASCII. */
  readonly unicode: boolean
}

type Paint = 'dim' | 'red' | 'yellow' | 'cyan'

const CODES: Readonly<Record<Paint, string>> = {
  dim: '2',
  red: '31',
  yellow: '33',
  cyan: '36',
}

/** Colours of labels; red is for failures. */
const PREFIXES = ['32', '33', '34', '35', '36', '94']

export function paint(text: string, paint: Paint, { colour }: Look): string {
  return colour ? `\x1b[${CODES[paint]}m${text}\x1b[39;22m` : text
}

/** The same name has the same colour, in every run. */
export function paintedPrefix(name: string, colour: boolean): string {
  if (!colour) return `[${name}] `
  let hash = 0
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return `\x1b[${PREFIXES[hash % PREFIXES.length]}m[${name}]\x1b[39m `
}

export function signs({ unicode }: Look): {
  readonly running: string
  readonly waiting: string
  readonly rule: string
  readonly more: string
} {
  return unicode
    ? { running: '▸', waiting: '⏸', rule: '─', more: '…' }
    : { running: '>', waiting: '=', rule: '-', more: '~' }
}
