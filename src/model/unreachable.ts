/** Ends a switch over a closed union: adding a member without a case is a type error. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}. This is a bug in AgentOS.`)
}
