/** Workers wait for each other here; all continue together. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Barrier {
  readonly url: string
  /** When all had come, and all may go on. */
  readonly opened: Promise<void>
  close(): void
}

export async function createBarrier(options: {
  readonly workers: number
  /** Called when all have arrived, before any continues. */
  readonly beforeOpening: () => Promise<void>
}): Promise<Barrier> {
  const waiting: ServerResponse[] = []
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    waiting.push(response)
    if (waiting.length < options.workers) return
    void options.beforeOpening().then(() => {
      for (const one of waiting) one.end()
      resolve()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    opened,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
