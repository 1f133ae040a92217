import { itemId, workflowName } from '../../src/model/ids.ts'
import { Secret } from '../../src/model/secrets/secret.ts'
import { wrappingKeys } from '../../src/store/seal.ts'

/** How checkpoints are opened by those who have these API keys. */
export function sealedBy(...apiKeys: string[]) {
  const secrets = apiKeys.map((value) => new Secret('test', value))
  return { keys: wrappingKeys(secrets, { workflow: workflowName('lld'), item: itemId('42') }) }
}
