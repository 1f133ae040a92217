import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openConnections } from './connections.ts'
import { exchange } from './exchange.ts'

const { signal } = new AbortController()
const GET = { method: 'GET', headers: {}, signal }

test('a request arrives as it is, and its answer comes back whole', async () => {
  const url = await served(async (request, response) => {
    request.setEncoding('utf8')
    let body = ''
    for await (const text of request) body += text
    const { method, headers } = request
    const { authorization, connection, 'accept-encoding': encoding } = headers
    response.writeHead(207, { 'X-Left': '3', 'set-cookie': ['a=1', 'b=2'] })
    response.end(JSON.stringify({ method, authorization, connection, encoding, body }))
  })
  const headers = { authorization: 'Bearer k' }
  const answer = await exchange(url, { method: 'POST', headers, body: 'é '.repeat(50_000), signal })
  expect(answer).toMatchObject({ status: 207, statusText: 'Multi-Status' })
  expect(answer.headers.get('x-left')).toBe('3')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(JSON.parse(answer.body)).toEqual({
    method: 'POST',
    authorization: 'Bearer k',
    connection: 'keep-alive',
    encoding: 'identity',
    body: 'é '.repeat(50_000),
  })
})

test.each(['/head', '/body'])('%s: it waits until its signal says otherwise', async (path) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>()
  const url = await served(async (request, response) => {
    if (request.url === '/body') response.write('he')
    begins()
    await released
    response.end(request.url === '/body' ? 'llo' : 'hello')
  })
  const impatient = new AbortController()
  const patient = exchange(url + path, GET)
  const stopped = exchange(url + path, { ...GET, signal: impatient.signal })
  await begun
  const reason = new DOMException('no answer within 1 s', 'TimeoutError')
  impatient.abort(reason)
  await expect(stopped).rejects.toBe(reason)
  release()
  expect((await patient).body).toBe('hello')
})

test('a request that cannot be sent as it is, such as with a broken key, is no fault of the network', async () => {
  const url = await served((_, response) => void response.end())
  const broken = exchange(url, { ...GET, headers: { 'x-api-key': 'sk-“quoted”' } })
  await expect(broken).rejects.toMatchObject({
    name: 'InvalidArgumentError',
    message: 'invalid x-api-key header',
  })
})

test('with a signal that has spoken already, nothing is sent', async () => {
  const seen: string[] = []
  const url = await served(({ url }, response) => {
    seen.push(`${url}`)
    response.end()
  })
  await expect(exchange(url, { ...GET, signal: AbortSignal.abort('over') })).rejects.toBe('over')
  expect((await exchange(`${url}/last`, GET)).status).toBe(200)
  expect(seen).toEqual(['/last'])
})

test('a key is not carried elsewhere: a redirect is an answer', async () => {
  const url = await served((_, response) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
  })
  expect(await exchange(url, GET)).toMatchObject({ status: 307, statusText: 'Temporary Redirect' })
})

test('an answer that breaks off is given as far as it came, with the reason', async () => {
  const url = await served(({ socket }, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => socket.destroy())
  })
  const cut = { code: 'ECONNRESET', address: url.slice('http://'.length), phase: 'body' }
  expect(await exchange(url, GET)).toMatchObject({ status: 200, body: 'half', cut })
})

test('where nobody listens, it says so, and nothing of the address that may be secret', async () => {
  await expect(exchange('http://me:key@127.0.0.1:1/?key=k', GET)).rejects.toMatchObject({
    message: 'ECONNREFUSED 127.0.0.1:1',
    code: 'ECONNREFUSED',
    address: '127.0.0.1:1',
    phase: 'connect',
  })
  await expect(exchange('http://localhost:1/', GET)).rejects.toThrow('ECONNREFUSED localhost:1')
  await expect(exchange('nowhere', GET)).rejects.toThrow('Invalid URL')
})

test('who takes the call and never says a word is given up soon, also with a scheme in capitals', async () => {
  const mute = createTcpServer().listen(0, '127.0.0.1')
  await once(mute, 'listening')
  onTestFinished(() => void mute.close())
  const { port } = mute.address() as AddressInfo
  const connections = openConnections({ connectWithinMs: 20 })
  const asked = exchange(`HTTPS://127.0.0.1:${port}`, { ...GET, connections })
  await expect(asked).rejects.toMatchObject({ code: 'ETIMEDOUT', phase: 'connect' })
})

test('a host name without an address in time is named as such', async () => {
  const connections = openConnections({ connectWithinMs: 20, lookup: () => {} })
  const asked = exchange('http://provider.invalid', { ...GET, connections })
  await expect(asked).rejects.toMatchObject({ code: 'EAI_AGAIN', phase: 'connect' })
})

test('a stop and a timeout end a request also while it connects', async () => {
  const connections = openConnections({ lookup: () => {} })
  const stop = new AbortController()
  const stopped = exchange('http://a.invalid', { ...GET, signal: stop.signal, connections })
  stop.abort('over')
  await expect(stopped).rejects.toBe('over')
  const late = exchange('http://a.invalid', { ...GET, timeoutMs: 20, connections })
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', phase: 'connect' })
})

test('a protocol that is spoken by one side only is the end', async () => {
  const url = await served((_, response) => {
    response.socket?.end(
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    )
  })
  await expect(exchange(url, GET)).rejects.toMatchObject({ code: 'EPROTO', phase: 'response' })
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])(
  'an answer that is compressed though nobody asked for it is read: %s',
  async (name, compress) => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-encoding': name }).end(compress('{"é":1}'))
    })
    expect((await exchange(url, GET)).body).toBe('{"é":1}')
  },
)

test('one that nobody can read says in which encoding it came', async () => {
  const url = await served((_, response) => {
    response.writeHead(200, { 'content-encoding': 'rot13' }).end('uryyb')
  })
  const undecoded = 'an answer in the encoding "rot13"'
  expect(await exchange(url, GET)).toMatchObject({ body: 'uryyb', undecoded })
})

test('an answer without an end is read up to a bound, then its connection is closed', async () => {
  const { promise: closed, resolve: closes } = Promise.withResolvers<void>()
  const url = await served((_, response) => {
    const pour = () => {
      while (response.write('a'.repeat(100_000)));
    }
    response.on('drain', pour).on('close', closes)
    pour()
  })
  const answer = await exchange(url, { ...GET, mostBytes: 2 ** 20 })
  expect(answer).toMatchObject({
    status: 200,
    body: '',
    tooLarge: 'the answer is larger than 1 MB',
  })
  await closed
})

test('one that is small only while it is compressed is not unpacked beyond the bound', async () => {
  const url = await served((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(2 ** 20 + 1)))
  })
  const answer = await exchange(url, { ...GET, mostBytes: 2 ** 20 })
  expect(answer).toMatchObject({
    status: 200,
    body: '',
    tooLarge: 'the answer is larger than 1 MB',
  })
})

test('beyond its time it ends, whatever the signal says', async () => {
  const url = await served(() => {})
  const ended = exchange(url, { ...GET, timeoutMs: 20 })
  await expect(ended).rejects.toMatchObject({ name: 'NetworkError', code: 'TIMEOUT' })
})

test('a connection that is closed before the answer is named as such', async () => {
  const url = await served(({ socket }) => void socket.destroy())
  await expect(exchange(url, GET)).rejects.toMatchObject({ code: 'ECONNRESET', phase: 'response' })
})

test.each([
  ['1', '200 POST http://provider.invalid/v1'],
  ['0', 'ENOTFOUND provider.invalid:80'],
])('proxies of the environment are used if Node is told so: %s', async (isUsed, expected) => {
  const proxy = await served(({ method, url }, response) => void response.end(`${method} ${url}`))
  const script = `
    import { exchange } from '${new URL('exchange.ts', import.meta.url)}'
    const request = { method: 'POST', headers: {}, signal: new AbortController().signal }
    const answer = exchange('http://provider.invalid/v1', request)
    answer.then(
      ({ status, body }) => console.log(status, body),
      ({ message }) => console.log(message.replace('EAI_AGAIN', 'ENOTFOUND')),
    )`
  const env = { http_proxy: proxy, NODE_USE_ENV_PROXY: isUsed }
  const asked = promisify(execFile)(execPath, ['--input-type=module', '-e', script], { env })
  expect((await asked).stdout.trim()).toBe(expected)
})

async function served(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
