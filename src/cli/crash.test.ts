import { expect, test } from 'vitest'
import { describeCrash } from './crash.ts'

const environment = { OPENAI_API_KEY: 'one-long-key,another/long-key', HOME: '/home/somebody' }

test('what is told of a bug has its first line, its causes, and no key of the environment', () => {
  const cause = Object.assign(new Error('refused: another/long-key'), { code: 'EPERM' })
  const error = new Error('sent one-long-key\nand more', { cause })
  const crash = describeCrash(error, { argv: ['lld', '--set', 'a=one-long-key'], environment })
  expect(crash.message).toBe('sent [secret OPENAI_API_KEY]')
  expect(crash.command).toBe('lld --set a=[secret OPENAI_API_KEY]')
  expect(crash.stack).toMatch(/crash\.test\.ts/)
  expect(crash.stack).toContain("code: 'EPERM'")
  expect(JSON.stringify(crash)).not.toMatch(/one-long-key|another\/long-key/)
})

test('a key that was typed is taken out by its looks; what is no error is told as well', () => {
  const argv = ['config', '--set', 'github.tokenFrom=ghp_abcdefgh1234', 'sk-ant-api03-abcdefgh']
  const crash = describeCrash('thrown text', { argv, environment: {} })
  expect(crash).toMatchObject({
    message: 'thrown text',
    command: 'config --set github.tokenFrom=[secret] [secret]',
  })
})
