/** Why a file is not shown by itself: by its name, and by its content. */
import { isSecretName, secretLine } from '../../model/secrets/secret-file.ts'
import type { Exclusion } from './file-index.ts'

const BY_NAME: readonly (readonly [Exclusion, RegExp])[] = [
  [
    'lock file',
    /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.(sum|work\.sum)|Package\.resolved|[^/]*\.lock(\.json)?)$/,
  ],
  ['snapshot', /(^|\/)__(image_)?snapshots__\/|\.(snap|snapshot|ambr)$/],
  [
    'vendored',
    /(^|\/)(node_modules|vendor|vendored|third[_-]party|bower_components|Pods|\.yarn|\.venv|site-packages)\//,
  ],
  ['minified', /[.-]min\.(js|css|mjs)$|\.(map|bundle\.js)$/],
  [
    'generated',
    /\.pb(\.\w+)?\.(go|cc|h)$|_pb2(_grpc)?\.pyi?$|[._-]generated\.\w+$|\.(g|freezed)\.dart$|\.designer\.cs$|(^|\/)__generated__\//i,
  ],
  ['issue or brief', /^issues\/\d+[^/]*\.md$|^ideas\/[^/]*\.md$/],
  [
    'written by AgentOS',
    /^docs\/(lineage|reports)\/|^\.agentos\/|(^|\/)(LLD-\d+|\d+-(implementation|test)-report|[\w-]+-(issue|lld|implement)\/\d{3,}-[a-z-]+)\.md(\.sig)?$/,
  ],
  [
    'binary',
    /\.(png|jpe?g|gif|webp|ico|bmp|tiff?|psd|avif|pdf|docx?|xlsx?|pptx?|odt|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|pyc|so|dylib|dll|exe|bin|dat|o|a|lib|wasm|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|flac|avi|mov|webm|sqlite3?|db|parquet|npy|npz|pkl|pickle|onnx|pt|safetensors|mo|icns)$/i,
  ],
]

/** Without reading it. */
export function excludedByName(path: string): Exclusion | undefined {
  if (isSecretName(path)) return 'looks like a secret'
  return BY_NAME.find(([, pattern]) => pattern.test(path))?.[0]
}

const GENERATED =
  /@generated\b|\bcode generated\b.{0,80}\bdo not edit\b|\b(auto-?generated|automatically generated|this file (is|was) generated)\b/i
const CODE =
  /\.([cm]?[jt]sx?|py|go|rs|java|kt|rb|cs|swift|[ch](pp|xx|c)?|hh|php|css|scss|vue|svelte|scala|dart|lua|ex|exs)$/i
const LONG_LINE = 1_000

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_000).includes(0)
}

/** Of a text whose name excludes nothing. Secrets in code are masked where it is shown; settings with one are not shown. */
export function excludedByContent(path: string, text: string): Exclusion | undefined {
  const head = text.slice(0, 1_500).split('\n').slice(0, 12).join('\n')
  if (GENERATED.test(head) && !/\.(md|rst|txt)$/i.test(path)) return 'generated'
  if (isMinified(path, text)) return 'minified'
  if (!CODE.test(path) && secretLine(text) !== undefined) return 'looks like a secret'
  return undefined
}

/** Nearly all of it in lines that nobody writes. */
function isMinified(path: string, text: string): boolean {
  if (!/\.([cm]?js|css|html?|svg|json)$/i.test(path) || text.length < LONG_LINE) return false
  const long = text.split('\n').filter(({ length }) => length > LONG_LINE)
  return long.reduce((sum, { length }) => sum + length, 0) > text.length / 2
}

const FORBIDDEN: readonly Exclusion[] = [
  'looks like a secret',
  'binary',
  'not UTF-8',
  'link',
  'submodule',
  'too large',
]

/** Whether it may be shown when somebody asks for it by its path. */
export function isForbidden(exclusion: Exclusion): boolean {
  return FORBIDDEN.includes(exclusion)
}
