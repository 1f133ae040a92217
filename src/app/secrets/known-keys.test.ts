import { expect, test } from 'vitest'
import { withoutKeys } from './known-keys.ts'

test('keys of the environment, and what looks like one, are taken out of any words', () => {
  const environment = {
    MY_API_KEY: 'abcdefgh',
    OTHER_TOKEN: 'abcdefghSECRETTAIL',
    SSH_KEY_PATH: '/home/ada',
  }
  const text = 'abcdefghSECRETTAIL, abcdefgh, sk-ant-REALKEY-9999 in /home/ada'
  expect(withoutKeys(text, environment)).toBe(
    '[secret OTHER_TOKEN], [secret MY_API_KEY], [secret] in /home/ada',
  )
})
