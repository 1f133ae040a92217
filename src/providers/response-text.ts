/** Nothing compressed is asked for; some who stand in between compress all the same. */
const DECODERS: Readonly<
  Record<string, 'gunzipSync' | 'inflateSync' | 'brotliDecompressSync' | 'zstdDecompressSync'>
> = {
  gzip: 'gunzipSync',
  'x-gzip': 'gunzipSync',
  deflate: 'inflateSync',
  br: 'brotliDecompressSync',
  zstd: 'zstdDecompressSync',
}

/** Throws ERR_BUFFER_TOO_LARGE for a text of more than so many bytes. */
export function textOf(
  bytes: Buffer,
  { encoding = 'identity', mostBytes }: { encoding?: string | undefined; mostBytes: number },
): string {
  if (encoding === 'identity' || bytes.length === 0) return bytes.toString()
  const decoder = DECODERS[encoding.toLowerCase()]
  if (decoder === undefined) throw new Error(`an answer in the encoding "${encoding}"`)
  return process
    .getBuiltinModule('node:zlib')
    [decoder](bytes, { maxOutputLength: mostBytes })
    .toString()
}
