import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port at which nobody listens, to be taken later or again. It is none of those that the system
 * gives to whoever asks for any, so that no server of another test gets it in the meantime.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false, // somebody has it
    )
    server.close()
    if (isFree) return port
  }
}
