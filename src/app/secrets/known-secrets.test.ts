import { expect, test } from 'vitest'
import { Secret } from '../../model/secrets/secret.ts'
import { knownSecrets, withoutKeys } from './known-secrets.ts'

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

const known = (environment: Readonly<Record<string, string>>) =>
  knownSecrets({ credentials: [], token: undefined, variables: [], environment }).map((secret) =>
    secret.reveal(),
  )

test.each([
  ['AUTH_URL', 'http://localhost:3000'],
  ['AUTH_ISSUER', 'https://login1.example.org/realm'],
  ['DATABASE_URL', 'postgres://app:password1@localhost/app'],
  ['DATABASE_URL', 'postgres://app:postgres-2024@localhost/app'],
  ['CACHE_URL', 'redis://:a1b2c3d4@cache'],
  ['AUTH_SERVICE_HOST', 'auth-7f9c.internal.example'],
  ['AWS_ENDPOINT_URL', 'http://localhost:4566'],
  ['AWS_PROFILE', 'team7b-production-x1y'],
  ['AWS_ACCESS_KEY_ID', 'AKIA4QXJ7TZ2M5PLW3RD'],
  ['PARTITION_KEY', 'tenant#42a-region#7c'],
  ['SESSION_COOKIE_NAME', 'sid_7f3a_session_x9'],
  ['SESSION_COOKIE', 'app-session-v2-development'],
  ['GPG_KEY', '7169605F62C751356D054A26A821E680E5FA6305'],
  ['JENKINS_NODE_COOKIE', '0c7a0e3c-5e1c-4bb1-a1b3-2f9e6d1c0a77'],
  ['TLS_KEY', '/etc/ssl/private/server1.pem'],
  ['TLS_KEY', 'C:\\keys\\server1.pem'],
  ['TLS_KEY', 'config/keys/server1.pem'],
  ['USE_TOKEN', 'true'],
  ['MAX_TOKENS', '1000000000000000'],
  ['APP_SECRET', 'changeme12345678'],
  ['APP_PASSWORD', 'password123456'],
])('%s=%s is no secret', (name, value) => {
  expect(known({ [name]: value })).toEqual([])
})

test.each([
  ['AUTH_TOKEN', 'x7Kq2mZ9vB4t'],
  ['APP_SECRET', '9f86d081884c7d659a2feaa0c55ad015'],
  ['SESSION_COOKIE', 'eyJ1IjoxfQ.Zx81kq.m3Vt9'],
  ['GEMINI_KEY_2', 'k3y-0123abc456def'],
  ['VAULT_SECRET_ID', '84896a0c-1347-aa90-a4f6-aca8b7558780'],
])('%s=%s is a secret', (name, value) => {
  expect(known({ [name]: value })).toEqual([value])
})

test('of an address only the password is one, under whatever name', () => {
  expect(known({ QUEUE: 'amqp://app:x7Kq2mZ9vB4t@queue/v' })).toEqual(['x7Kq2mZ9vB4t'])
})

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
