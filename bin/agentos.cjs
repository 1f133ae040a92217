#!/usr/bin/env node
// Starts AgentOS on a Node that can run it. Must load on Nodes that are too old for the rest.
'use strict'
const fs = require('node:fs')
const path = require('node:path')
const url = require('node:url')
const { hideEnvironment } = require('./hide-environment.cjs')

// A checkout runs its sources as they are; the package has only the built files, which older Nodes can run.
const source = path.join(__dirname, '..', 'src', 'cli', 'main.ts')
const isCheckout = fs.existsSync(source)
const main = isCheckout ? source : path.join(__dirname, '..', 'dist', 'cli', 'main.js')
const NEEDED = isCheckout ? [24, 15] : [22, 18]

hideEnvironment()
hideExperimental()
if (isNewEnough(process.versions.node)) void import(url.pathToFileURL(main).href)
else restartOn(findNode(__dirname))

// What Node 22 calls experimental is what it has of SQLite and of types; we have tested both.
function hideExperimental() {
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= 24) return
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning')
      for (const tell of listeners) tell.call(process, warning)
  })
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

// The project pins a Node of its own as a dependency; look for it from here upwards.
function findNode(folder) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const candidate = path.join(folder, 'node_modules', 'node', 'bin', name)
  if (fs.existsSync(candidate)) return candidate
  const parent = path.dirname(folder)
  return parent === folder ? undefined : findNode(parent)
}

function restartOn(node) {
  if (node === undefined || process.env.AGENTOS_REEXEC !== undefined) {
    fail(
      `AgentOS needs Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}.\n` +
        '  Install a newer Node; in a checkout of AgentOS, `npm ci` brings one.',
    )
  }
  const args = [__filename, ...process.argv.slice(2)]
  if (process.platform !== 'win32' && process.execve !== undefined) become(node, args)
  else startAndWait(node, args)
}

// The same process from now on: whoever started it signals, stops and kills AgentOS itself.
function become(node, args) {
  process.execve(node, [node, ...args], { ...process.env, AGENTOS_REEXEC: 'became' })
}

// Node 20 cannot do that. Signals are passed on, and both end together, by `kill -9` too: the child
// ends when the other end of its descriptor 3 is closed (src/cli/lifeline.ts). Windows lacks that.
function startAndWait(node, args) {
  const lifeline = process.platform === 'win32' ? 'ignore' : 'pipe'
  const child = require('node:child_process').spawn(node, args, {
    stdio: ['inherit', 'inherit', 'inherit', lifeline],
    env: { ...process.env, AGENTOS_REEXEC: lifeline === 'pipe' ? 'lifeline' : 'started' },
  })
  // A terminal's Ctrl+C reaches the child by itself, too: it takes two within a moment for one press.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`could not start ${node}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function fail(message) {
  process.stderr.write(`error: ${message}\n`)
  process.exit(2)
}
