/** By itself, as code that `worker/compiled-code.ts` runs cannot import: it gets this from outside. */
export function importModule(url: string): Promise<{ default?: unknown }> {
  return import(url)
}
