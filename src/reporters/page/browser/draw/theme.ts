/** Colours as the style sheet has them, and patterns that differ without colour. */
const SURFACES = [
  'panel',
  'stripe',
  'line',
  'text',
  'soft',
  'focus',
  'problem',
  'good',
  'warn',
] as const
const BARS = ['bar-text', 'worker', 'lease', 'usage', 'usage-line', 'limit', 'rest'] as const
const STEP_COLOURS = 8

type Colours = Readonly<Record<(typeof SURFACES | typeof BARS)[number], string>>

export type Theme = Colours & {
  readonly steps: readonly string[]
  readonly otherStep: string
  readonly waitHatch: CanvasPattern | string
  readonly restHatch: CanvasPattern | string
}

export function readTheme(context: CanvasRenderingContext2D): Theme {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const named = Object.fromEntries([...SURFACES, ...BARS].map((name) => [name, colour(name)]))
  const hatch = colour('hatch')
  return {
    ...(named as Colours),
    steps: Array.from({ length: STEP_COLOURS }, (_, index) => colour(`step-${index}`)),
    otherStep: colour('step-other'),
    waitHatch: pattern(context, hatch, [0, 6, 6, 0, -1, 1, 1, -1, 5, 7, 7, 5]) ?? hatch,
    restHatch: pattern(context, hatch, [2.5, 0, 2.5, 6]) ?? hatch,
  }
}

/** A tile of lines, each four numbers: from where to where. */
function pattern(
  context: CanvasRenderingContext2D,
  colour: string,
  lines: readonly number[],
): CanvasPattern | null {
  const tile = document.createElement('canvas')
  tile.width = 6
  tile.height = 6
  const draw = tile.getContext('2d')
  if (draw === null) return null
  draw.strokeStyle = colour
  draw.lineWidth = 1
  draw.beginPath()
  for (let index = 0; index < lines.length; index += 4) {
    draw.moveTo(lines[index] ?? 0, lines[index + 1] ?? 0)
    draw.lineTo(lines[index + 2] ?? 0, lines[index + 3] ?? 0)
  }
  draw.stroke()
  return context.createPattern(tile, 'repeat')
}

export function stepColour(theme: Theme, step: number): string {
  return theme.steps[step] ?? theme.otherStep
}
