// Linux shows the environment that a process was started with to every process of the same user, in
// /proc/<pid>/environ, for as long as it runs: an item's command could read the API keys of its
// coordinator there. Must load on Nodes that are too old for the rest.
'use strict'
const fs = require('node:fs')

/** By these others find the processes that they have started: an outer run, a CI runner. */
const MARKS = [
  'AGENTOS_RUN',
  'AGENTOS_WORKER',
  'BUILD_ID',
  'JENKINS_NODE_COOKIE',
  'JENKINS_SERVER_COOKIE',
  'RUNNER_TRACKING_ID',
]

/**
 * Overwrites what /proc shows of this process's environment; `process.env` stays as it is. Where the
 * kernel refuses, nothing changes: `agentos doctor` says so.
 */
exports.hideEnvironment = () => {
  if (process.platform !== 'linux') return
  // A variable that is set gets memory of its own, and nobody reads the old one any more.
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value
  let memory
  try {
    const shown = fs.readFileSync('/proc/self/environ')
    memory = fs.openSync('/proc/self/mem', 'r+')
    fs.writeSync(memory, onlyMarks(shown), 0, shown.length, environmentAddress())
  } catch {
    // No /proc, or a kernel that lets nobody write there.
  } finally {
    if (memory !== undefined) fs.closeSync(memory)
  }
}

/** As long as it was, with zeros for all but the marks. */
function onlyMarks(shown) {
  const kept = Buffer.alloc(shown.length)
  for (let start = 0; start < shown.length; ) {
    const zero = shown.indexOf(0, start)
    const end = zero === -1 ? shown.length : zero
    const name = shown.toString('latin1', start, end).split('=')[0]
    if (MARKS.includes(name)) shown.copy(kept, start, start, end)
    start = end + 1
  }
  return kept
}

/** `env_start` of proc(5): the 50th field, of which the second is in parentheses and may hold anything. */
function environmentAddress() {
  const stat = fs.readFileSync('/proc/self/stat', 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[47])
}
