import type { Part } from './part.ts'

/** By name, in the order of the table; loaded when wanted, for most build the package first. */
export const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  'speed-up': async () => (await import('./speed-up.ts')).speedUp,
  overhead: async () => (await import('./overhead.ts')).overhead,
  growth: async () => (await import('./growth.ts')).growth,
  checkpoint: async () => (await import('./checkpoint.ts')).checkpoint,
  start: async () => (await import('./start.ts')).start,
  context: async () => (await import('./context.ts')).context,
  output: async () => (await import('./output.ts')).output,
  shutdown: async () => (await import('./shutdown.ts')).shutdown,
  tracing: async () => (await import('./tracing.ts')).tracing,
  simulation: async () => (await import('./simulation.ts')).simulation,
}
