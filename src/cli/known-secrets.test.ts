import { expect, test } from 'vitest'
import { Secret } from '../model/secret.ts'
import { knownSecrets } from './known-secrets.ts'

test('known are the pool, the token, what is configured, and what looks like a secret by name and value', () => {
  const environment = {
    POOL_KEYS: 'pool-key-one, pool-key-two',
    OPENAI_API_KEY: 'nobody-configured-this',
    LANGSMITH_API_KEY: 'ls-key-of-traces',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY',
    DATABASE_URL: 'postgres://app:hunter2%2Bhunter2@db/app',
    POSTGRES_PASSWORD: 'postgres',
    CACHE_URL: 'redis://app:password@cache',
    KEY_FILE_KEY: '/home/ada/keys/server1.pem',
    HOME: '/home/ada',
  }
  const known = knownSecrets({
    credentials: [{ secret: new Secret('gemini-1', 'pool-key-one') }],
    token: new Secret('github', 'ghp_0123456789'),
    variables: ['POOL_KEYS', 'OPENAI_API_KEY'],
    environment,
  })
  expect(known.map((secret) => [secret.id, secret.reveal()])).toEqual([
    ['gemini-1', 'pool-key-one'],
    ['github', 'ghp_0123456789'],
    ['POOL_KEYS', 'pool-key-one'],
    ['POOL_KEYS', 'pool-key-two'],
    ['OPENAI_API_KEY', 'nobody-configured-this'],
    ['LANGSMITH_API_KEY', 'ls-key-of-traces'],
    ['AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCY'],
    ['DATABASE_URL', 'hunter2+hunter2'],
  ])
})
