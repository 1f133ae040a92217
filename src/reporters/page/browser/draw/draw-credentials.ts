import type { CredentialLane } from '../../page-data.ts'
import { xOf } from '../layout.ts'
import { drawLeases } from './draw-leases.ts'
import { drawLimit, drawUsage } from './draw-usage.ts'
import { FONT, fitted, fittedName, type Place, type Scene, SMALL_FONT } from './scene.ts'

/** Each credential: usage of its limit, cooldowns, and below them its calls. */
export function drawCredentials(scene: Scene): void {
  const { context, layout, theme, lanes } = scene
  const { pausesTop, pauseHeight, credentialsTop, credentialHeight, width } = layout
  const { credentials, pauses } = lanes.data
  if (credentials.length + pauses.length === 0) return
  const line = layout.itemsTop + layout.itemsHeight + 6
  context.fillStyle = theme.line
  context.fillRect(0, line, width, 1)
  context.font = `600 ${SMALL_FONT}`
  context.fillStyle = theme.soft
  context.textBaseline = 'middle'
  context.fillText('Credentials', 12, line + 13)
  for (const [index, { name, pauses: spans }] of pauses.entries()) {
    const top = pausesTop + index * pauseHeight
    drawName(scene, name, { top, height: pauseHeight, number: lanes.items.length + index })
    for (const [from, until, words] of spans)
      drawBand(scene, { from, until, words, top: top + 2, height: pauseHeight - 4 })
  }
  for (const [index, credential] of credentials.entries()) {
    const top = credentialsTop + index * credentialHeight
    const number = lanes.items.length + pauses.length + index
    drawName(scene, credential.id, { top, height: credentialHeight, number })
    drawCredential(scene, credential, top)
  }
}

function drawName(
  { context, theme, layout, chosen }: Scene,
  name: string,
  { top, height, number }: Place & { readonly number: number },
): void {
  if (number === chosen) {
    context.fillStyle = theme.stripe
    context.fillRect(0, top, layout.width, height)
  }
  context.font = FONT
  context.textBaseline = 'middle'
  context.fillStyle = theme.text
  context.fillText(fittedName(context, name, layout.gutter - 20), 12, top + height / 2)
}

function drawCredential(scene: Scene, credential: CredentialLane, top: number): void {
  const { context, layout, theme, window } = scene
  const { gutter, width, credentialHeight } = layout
  const leaseHeight = Math.min(9, Math.max(4, credentialHeight * 0.22))
  const usageHeight = credentialHeight - leaseHeight - 5
  context.save()
  context.beginPath()
  context.rect(gutter, top, width - gutter, credentialHeight)
  context.clip()
  drawUsage(scene, credential, { top: top + 2, height: usageHeight })
  for (const [from, until, words] of credential.rests)
    drawBand(scene, { from, until, words, top: top + 2, height: usageHeight })
  drawLimit(scene, credential, { top: top + 2, height: usageHeight })
  drawLeases(scene, credential, { top: top + usageHeight + 3, height: leaseHeight })
  if (credential.rejectedMs !== null) {
    const x = xOf(layout, window, credential.rejectedMs)
    context.fillStyle = theme.problem
    context.fillRect(x, top, 2, credentialHeight)
    context.font = SMALL_FONT
    context.fillText('not accepted', x + 6, top + usageHeight / 2)
  }
  context.restore()
  context.fillStyle = theme.line
  context.fillRect(gutter, top + credentialHeight - 1, width - gutter, 1)
}

/** A time without requests: hatched, and labelled if there is room. */
function drawBand(
  { context, layout, theme, window }: Scene,
  band: Place & { readonly from: number; readonly until: number; readonly words: string },
): void {
  const x = Math.max(layout.gutter, xOf(layout, window, band.from))
  const to = Math.min(layout.width, xOf(layout, window, band.until))
  if (to < layout.gutter || x > layout.width || to <= x) return
  const width = Math.max(1, to - x)
  context.fillStyle = theme.rest
  context.fillRect(x, band.top, width, band.height)
  context.save()
  context.globalAlpha = 0.45
  context.fillStyle = theme.restHatch
  context.fillRect(x, band.top, width, band.height)
  context.restore()
  context.font = SMALL_FONT
  const words = fitted(context, band.words, width - 14)
  if (width < 60 || words === '' || band.height < 12) return
  const wide = context.measureText(words).width
  context.fillStyle = theme.rest
  context.fillRect(x + 4, band.top + band.height / 2 - 7, wide + 6, 14)
  context.fillStyle = theme.text
  context.fillText(words, x + 7, band.top + band.height / 2 + 0.5)
}
