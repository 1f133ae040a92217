/** Roles of the built-in workflows, and who plays them. */
export const ROLES = ['drafter', 'reviewer', 'coder'] as const

/** Every role with its model. A coder without one of its own is the drafter. */
export function withCoder<Model>(
  models: Readonly<Record<string, Model>>,
): Readonly<Record<string, Model>> {
  const { drafter, coder = drafter } = models
  return coder === undefined ? models : { ...models, coder }
}

/** Drafter and coder write, one after the other; no other two roles are of one opinion by design. */
export function areBothAuthors(role: string, other: string): boolean {
  return [role, other].every((one) => one === 'drafter' || one === 'coder')
}
