/** The body of a response as text, up to a bound: an answer without an end is not read to the end of memory. */
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { codeOf } from '../model/calls/network-fault.ts'

export interface ResponseBody {
  readonly text: string
  /** What ended the body before its end. */
  readonly cutBy?: unknown
  /** Why the body is not text; then it is the bytes as they came. */
  readonly undecoded?: string
  /** Why the body is left out. */
  readonly tooLarge?: string
}

export async function readBody(
  stream: AsyncIterable<Buffer>,
  {
    encoding,
    mostBytes,
    onChunk,
  }: {
    readonly encoding: string | null
    readonly mostBytes: number
    readonly onChunk?: ((chunk: Buffer) => void) | undefined
  },
): Promise<ResponseBody> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (size > mostBytes) return withoutText(mostBytes)
      chunks.push(chunk)
      onChunk?.(chunk)
    }
  } catch (error) {
    return { ...bodyOf(Buffer.concat(chunks), encoding, mostBytes), cutBy: error }
  }
  return bodyOf(Buffer.concat(chunks), encoding, mostBytes)
}

function bodyOf(bytes: Buffer, encoding: string | null, mostBytes: number): ResponseBody {
  try {
    return { text: decoded(bytes, encoding ?? 'identity', mostBytes).toString() }
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return withoutText(mostBytes)
    const undecoded = error instanceof Error ? error.message : String(error)
    return { text: bytes.toString('latin1'), undecoded }
  }
}

function withoutText(mostBytes: number): ResponseBody {
  return { text: '', tooLarge: `the answer is larger than ${mostBytes / 2 ** 20} MB` }
}

/** Nothing compressed is asked for; some servers in between compress all the same. */
const DECODERS: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>
> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

function decoded(bytes: Buffer, encoding: string, mostBytes: number): Buffer {
  if (encoding === 'identity' || bytes.length === 0) return bytes
  const decoder = DECODERS[encoding.toLowerCase()]
  if (decoder === undefined) throw new Error(`an answer in the encoding "${encoding}"`)
  return decoder(bytes, { maxOutputLength: mostBytes })
}
