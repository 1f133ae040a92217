/**
 * Seals on what a checkpoint has saved. Commands of an item, such as its tests, run as the same user
 * and can write to its checkpoint; what they write has no seal that fits, and neither has a row in
 * which a byte was flipped. Each seal covers the one before it: rows count only as the history that was
 * written, from its beginning and without gaps. A history that lacks its end is a shorter history.
 *
 *   API key ──HKDF──► wrapping key, for one item ──AES-GCM──► key of one checkpoint ──HMAC──► seal, for one row
 *                                                                            the seal before ──┘
 *
 * The key of a checkpoint is random and stored beside its rows only wrapped, once for each
 * credential: any credential that is still configured opens it. Coordinator and worker have the
 * keys in memory; they are in no file and in no environment.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { ItemId, WorkflowName } from '../model/ids.ts'
import type { Secret } from '../model/secrets/secret.ts'
import type { RecordName } from './checkpoint.ts'

/** Travels from coordinator to worker by message. */
export interface WrappingKey {
  /** Says which of the wrapped keys it opens, and nothing about the credential. */
  readonly id: string
  readonly key: string
}

/** A checkpoint's key as it is stored. */
export interface WrappedKey {
  readonly id: string
  readonly wrapped: Uint8Array
}

/** One row of a checkpoint's history: a result that was saved, or that one counts no longer. */
export interface Entry extends RecordName {
  /** As JSON; null for `undefined`, and for a refusal. */
  readonly value: string | null
  readonly isRefusal: boolean
}

/** In the place of the seal before the first one. */
export const NO_SEAL = ''

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const ID_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Shorter ones, such as the `ollama` of a local server, can be guessed. */
const LEAST_LENGTH = 16

/** Without a credential there is nothing that others do not know: seals are checksums then. */
const NO_SECRET = 'no credential'

/** One for each credential, different for each item. Whoever guesses one has all: short ones only if there is no other. */
export function wrappingKeys(
  secrets: readonly Secret[],
  { workflow, item }: { readonly workflow: WorkflowName; readonly item: ItemId },
): WrappingKey[] {
  const values = secrets.length === 0 ? [NO_SECRET] : secrets.map((secret) => secret.reveal())
  const long = values.filter((value) => value.length >= LEAST_LENGTH)
  return [...new Set(long.length === 0 ? values : long)].map((value) => {
    const info = JSON.stringify([workflow, item])
    const derived = hkdfSync('sha256', value, 'agentos checkpoint', info, KEY_BYTES + ID_BYTES)
    const bytes = Buffer.from(derived)
    return {
      id: bytes.subarray(KEY_BYTES).toString('hex'),
      key: bytes.subarray(0, KEY_BYTES).toString('hex'),
    }
  })
}

/** The seals of one checkpoint. */
export class Seal {
  readonly #key: Buffer

  private constructor(key: Buffer) {
    this.#key = key
  }

  static create(): Seal {
    return new Seal(randomBytes(KEY_BYTES))
  }

  /** Says why if no key fits, or if the wrapped one was made for something else than `about`. */
  static open(
    stored: readonly WrappedKey[],
    keys: readonly WrappingKey[],
    about: string,
  ): Seal | 'credentials-changed' | 'seal-broken' {
    if (stored.length === 0) return 'seal-broken'
    let why: 'credentials-changed' | 'seal-broken' = 'credentials-changed'
    for (const { id, wrapped } of stored) {
      const own = keys.find((key) => key.id === id)
      if (own === undefined) continue
      const seal = Seal.#unwrap(own, wrapped, about)
      if (seal !== undefined) return seal
      why = 'seal-broken' // unless another one is whole
    }
    return why
  }

  static #unwrap({ key }: WrappingKey, wrapped: Uint8Array, about: string): Seal | undefined {
    const nonce = wrapped.subarray(0, NONCE_BYTES)
    const tag = wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    try {
      const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'hex'), nonce)
      decipher.setAuthTag(tag).setAAD(Buffer.from(about))
      const head = decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES))
      return new Seal(Buffer.concat([head, decipher.final()]))
    } catch {
      return undefined // damaged or foreign: both are what is asked here
    }
  }

  /** This checkpoint's key for whoever has the wrapping key, good only together with `about`. */
  wrappedFor({ id, key }: WrappingKey, about: string): WrappedKey {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, Buffer.from(key, 'hex'), nonce).setAAD(Buffer.from(about))
    const text = Buffer.concat([cipher.update(this.#key), cipher.final()])
    return { id, wrapped: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
  }

  of({ kind, key, value, isRefusal }: Entry, before: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([before, isRefusal, kind, key, value]))
      .digest('hex')
  }

  fits(seal: unknown, entry: Entry, before: string): boolean {
    const [own, given] = [Buffer.from(this.of(entry, before)), Buffer.from(String(seal))]
    return own.length === given.length && timingSafeEqual(own, given)
  }
}
