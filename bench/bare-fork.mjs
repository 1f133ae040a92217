/**
 * The least that an item costs which has a Node process of its own: a fork with a channel runs the command
 * and says how it ended. Nothing is kept, nothing is watched, no
 * TypeScript is taken apart. `node bare-fork.mjs <items> <at once> <command…>`
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'

if (process.send === undefined) await runItems()
else process.once('message', runCommand)

async function runItems() {
  const [items, atOnce, ...command] = process.argv.slice(2)
  let left = Number(items)
  const slots = Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) {
      const worker = fork(import.meta.filename)
      worker.send(command)
      const [code] = await once(worker, 'message')
      if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`)
      await once(worker, 'exit')
    }
  })
  await Promise.all(slots)
}

function runCommand([program, ...args]) {
  spawn(program, args, { stdio: 'inherit' }).once('exit', (code) =>
    process.send?.(code, () => process.exit()),
  )
}
