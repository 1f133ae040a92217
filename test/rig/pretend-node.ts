/** An environment in which Node says that it is an older one; `always` also to the process it starts anew. */
export function pretendNode(version: string, always = false): Record<string, string> {
  const say = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  // Node 20 cannot replace itself by another program.
  const lack = version.startsWith('20.') ? '; delete process.execve' : ''
  const code = always ? say + lack : `if (!process.env.AGENTOS_REEXEC) { ${say}${lack} }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}
