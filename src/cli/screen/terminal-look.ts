import type { Look } from '../../reporters/screen/look.ts'

/** What the stream supports and the user allows. */
export function terminalLook(
  stream: NodeJS.WriteStream,
  options: { readonly colour: boolean; readonly environment: NodeJS.ProcessEnv },
): Look {
  const { environment } = options
  return {
    colour: options.colour && hasColour(stream, environment),
    unicode: hasUnicode(environment),
  }
}

function hasColour(
  stream: NodeJS.WriteStream,
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv,
): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return true
  return stream.isTTY === true && TERM !== 'dumb'
}

/** A locale that says nothing is that of C: ASCII. */
function hasUnicode({ LC_ALL, LC_CTYPE, LANG, WT_SESSION }: NodeJS.ProcessEnv): boolean {
  if (process.platform === 'win32') return WT_SESSION !== undefined
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '')
  return /utf-?8/i.test(locale ?? '')
}
