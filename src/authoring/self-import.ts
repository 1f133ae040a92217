import { registerHooks } from 'node:module'

const self = new URL(
  import.meta.url.endsWith('.ts') ? '../index.ts' : '../index.js',
  import.meta.url,
)

/**
 * Makes `import 'agentos'` in a user's config or workflow mean this very installation, wherever it
 * is: a global install or a demo folder has no `node_modules/agentos` to be found.
 */
export function resolveAgentosToSelf(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'agentos' ? { url: self.href, shortCircuit: true } : next(specifier, context),
  })
}
