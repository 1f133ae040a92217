/** What it costs a run that its trace is wanted: by somebody who takes it, and by three who do not. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Project, workflowOf } from '../project.ts'
import { medians } from '../rounds.ts'
import type { Part } from './part.ts'

/** Ten seconds at three workers. */
const ITEMS = 6
const RUN = `async (item, { step }) => {
  for (const name of ['one', 'two', 'three', 'four', 'five'])
    await step(name, () => new Promise((resolve) => setTimeout(resolve, 1_000)))
}`

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'that takes it': (response) => response.end(),
  'that never answers': () => {},
  'that answers 500': (response) => response.writeHead(500).end(),
}

export const tracing: Part = async ({ rounds }) => {
  const receivers = new Map<string, string>()
  const servers: Server[] = []
  for (const [name, answer] of Object.entries(ANSWERS)) {
    const server = await open(answer)
    servers.push(server)
    receivers.set(name, addressOf(server))
  }
  const gone = await open(() => {})
  receivers.set('that is down', addressOf(gone))
  await close(gone)
  const trials = Array.from(
    receivers,
    ([name, url]) => [name, () => run({ OTEL_EXPORTER_OTLP_ENDPOINT: url })] as const,
  )
  try {
    const taken: Readonly<Record<string, { ms: number }>> = await medians(rounds, {
      without: () => run({}),
      ...Object.fromEntries(trials),
    })
    const without = taken.without?.ms ?? Number.NaN
    return Array.from(receivers.keys(), (name) => ({
      what: `a run with a receiver of traces ${name} ÷ without`,
      unit: 'ratio',
      ours: (taken[name]?.ms ?? Number.NaN) / without,
      atMost: 1.02,
      peers: [],
    }))
  } finally {
    await Promise.all(servers.map(close))
  }
}

async function run(env: NodeJS.ProcessEnv): Promise<{ ms: number }> {
  using project = new Project({ 'slow.mjs': workflowOf('slow', ITEMS, RUN) })
  return await project.agentos(['run', 'slow.mjs', '--all', '--parallel', '3', '--quiet'], { env })
}

async function open(answer: (response: ServerResponse) => void): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
