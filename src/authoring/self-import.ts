import { registerHooks } from 'node:module'

const self = new URL(
  import.meta.url.endsWith('.ts') ? '../index.ts' : '../index.js',
  import.meta.url,
)

/**
 * Makes `import 'agentos'` in a user's config or workflow mean this very installation, wherever it
 * is: a global install or a demo folder has no `node_modules/agentos` to be found. `zod`, in which
 * schemas for answers are written, is the user's own if there is one, and else ours.
 */
export function resolveAgentosToSelf(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'agentos') return { url: self.href, shortCircuit: true }
      if (specifier !== 'zod') return next(specifier, context)
      try {
        return next(specifier, context)
      } catch {
        return next(specifier, { ...context, parentURL: import.meta.url }) // theirs is not there
      }
    },
  })
}
