/**
 * Signatures on verdicts, the same for issues, designs and code. A verdict binds what it approves (hashes of text and
 * input, provider), so its signature is enough. It is in a file beside the verdict, named as `ssh-keygen -Y sign` names it.
 * The mock's verdicts are not signed: no real run counts them.
 */
import type { Signing } from '../../authoring/repository.ts'

export interface PublishedVerdict {
  readonly path: string
  readonly text: string
}

export const UNSIGNED = 'its verdict is not signed by an allowed signer'

/** What is written when a verdict's document is published, by path: with a key in the config the verdict and its signature. */
export async function signedFiles(
  signing: Signing | undefined,
  { path, text }: PublishedVerdict,
): Promise<Readonly<Record<string, string>>> {
  if (signing?.sign === undefined) return {}
  return { [path]: text, [signaturePath(path)]: await signing.sign(text) }
}

/** Why a verdict does not count although it fits; undefined if it does. */
export async function signatureTrouble(
  signing: Signing | undefined,
  { path, text, provider }: PublishedVerdict & { readonly provider: unknown },
  read: (path: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (signing?.isSigned === undefined || provider === 'mock') return undefined
  const signature = await read(signaturePath(path))
  const isGood = signature !== undefined && (await signing.isSigned(text, signature))
  return isGood ? undefined : UNSIGNED
}

export function signaturePath(verdict: string): string {
  return `${verdict}.sig`
}
