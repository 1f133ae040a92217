/** Colours as the style sheet has them, and patterns that tell things apart without colour. */
export interface Theme {
  readonly panel: string
  readonly stripe: string
  readonly line: string
  readonly text: string
  readonly soft: string
  readonly focus: string
  readonly problem: string
  readonly good: string
  readonly warn: string
  readonly barText: string
  readonly worker: string
  readonly lease: string
  readonly usage: string
  readonly usageLine: string
  readonly limit: string
  readonly rest: string
  readonly steps: readonly string[]
  readonly otherStep: string
  readonly waitHatch: CanvasPattern | string
  readonly restHatch: CanvasPattern | string
}

const STEP_COLOURS = 8

export function readTheme(context: CanvasRenderingContext2D): Theme {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const hatch = colour('hatch')
  return {
    ...{ panel: colour('panel'), stripe: colour('stripe'), line: colour('line') },
    ...{ text: colour('text'), soft: colour('soft'), focus: colour('focus') },
    ...{ problem: colour('problem'), good: colour('good'), warn: colour('warn') },
    ...{ barText: colour('bar-text'), worker: colour('worker'), lease: colour('lease') },
    ...{ usage: colour('usage'), usageLine: colour('usage-line'), limit: colour('limit') },
    rest: colour('rest'),
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
