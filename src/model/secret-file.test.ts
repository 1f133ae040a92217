import { expect, test } from 'vitest'
import { isSecretName, maskSecrets, secretLine } from './secret-file.ts'

test.each([
  ...[
    '.env',
    'app/.env.local',
    '.env.production',
    '.envrc',
    'prod.env',
    '.npmrc',
    '.netrc',
    '_netrc',
  ],
  ...[
    'tools/.pypirc',
    '.yarnrc.yml',
    '.pgpass',
    '.htpasswd',
    '.git-credentials',
    '.my.cnf',
    '.s3cfg',
  ],
  ...['infra/main.tfstate', 'infra/main.tfstate.backup', 'prod.tfvars', 'prod.auto.tfvars.json'],
  ...[
    'tls/server.pem',
    'tls/server.key',
    'AuthKey.p8',
    'cert.p12',
    'cert.PFX',
    'app.jks',
    'a.keystore',
  ],
  ...[
    'id_rsa',
    'keys/id_ed25519',
    'id_ecdsa_sk',
    'putty.ppk',
    'vpn.ovpn',
    'all.kdbx',
    'krb5.keytab',
  ],
  ...[
    'aws-credentials.json',
    'credentials',
    'config/credentials.yml.enc',
    'credentials.db',
    'secrets.yaml',
  ],
  ...[
    'k8s/secret.yml',
    'app.secrets.json',
    'passwords.txt',
    'client_secret_12.json',
    'wp-config.php',
  ],
  ...[
    '.docker/config.json',
    '.aws/config',
    '.ssh/config',
    '.kube/config',
    'kubeconfig',
    'dev.kubeconfig.yaml',
  ],
  ...[
    'service-account.json',
    'gcp/service_account-prod.json',
    'x-firebase-adminsdk-1.json',
    'auth.json',
  ],
  ...[
    'local.settings.json',
    '.vault_pass.txt',
    'vault-password-file',
    '.vault-token',
    '.azure/token.json',
  ],
])('the name %s is that of a file with secrets', (path) => {
  expect(isSecretName(path)).toBe(true)
})

test.each([
  ...[
    '.env.example',
    '.env.sample',
    'config/.env.template',
    'secrets.example.yaml',
    'credentials.json.dist',
  ],
  ...[
    'src/credentials/pool.ts',
    'src/secret.ts',
    'docs/secrets.md',
    'src/keyboard.ts',
    'id_rsa.pub',
  ],
  ...[
    'src/env.ts',
    'environment.json',
    'src/token.ts',
    'package.json',
    'keys.ts',
    'README.md',
    'monkey.txt',
  ],
])('the name %s is that of any file', (path) => {
  expect(isSecretName(path)).toBe(false)
})

const LOOKS: readonly (readonly [string, string])[] = [
  [
    'a private key',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----',
  ],
  ['a private key without an end', '-----BEGIN PRIVATE KEY-----\nMIIEow'],
  ['a key of AWS', 'AKIAZ7QXKWJ2M4NPRT6V'],
  ['a token of GitHub', `ghp_${'a1B2c3'.repeat(6)}`],
  ['a key of Anthropic', `sk-ant-api03-${'x9Y'.repeat(12)}`],
  ['a key of Google', `AIza${'Sy9'.repeat(11)}-_`],
  ['a token of Slack', 'xoxb-9182736455-abcDEF'],
  ['a web token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0yMzQ1.${'aB3'.repeat(10)}`],
]

test.each(LOOKS)('%s is found with its line and blotted out', (_, secret) => {
  const text = `first: 1\nsecond: "${secret}"\nthird`
  expect(secretLine(text)).toBe(2)
  expect(maskSecrets(text)).not.toContain(secret.slice(-6))
  expect(maskSecrets(text)).toMatch(/^first: 1\nsecond: "\[looks like a secret\]/)
})

test.each([
  ['password = "h7Gk2-pQ9zLw4x"', 'password = "[looks like a secret]"'],
  ["  apiKey: 'q8Zr5TtY2uWx9v',", "  apiKey: '[looks like a secret]',"],
  ['"client_secret": "9fK2mQ7xL0pZ"', '"client_secret": "[looks like a secret]"'],
  ['DB_PASSWORD=h7Gk2pQ9zLw4xVb1', 'DB_PASSWORD=[looks like a secret]'],
  ['postgres://app:h7Gk2pQ9@db/app', 'postgres://app:[looks like a secret]@db/app'],
])('a value that looks random is blotted out: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test.each([
  'const token = await nextToken(12)',
  "password: 'correct horse battery'",
  'password = "changeme12345"',
  'apiKey: process.env.API_KEY_2',
  'token: <%= secrets.GITHUB_TOKEN_1 %>',
  'https://user@host/path, see http://a.b:8080/x@y',
  'const PASSWORD_MIN_LENGTH = 12345678901234567890',
  'task-management-of-all-the-1000-things',
])('what is no secret stays: %s', (text) => {
  expect(maskSecrets(text)).toBe(text)
  expect(secretLine(text)).toBeUndefined()
})

/** Each would take minutes if its pattern went over it again for each of its beginnings. */
test.each([
  ['-----BEGIN PRIVATE KEY-----\n'],
  ['eyJ'],
  ['password'],
  ['secret_'],
  ['token = "'],
  ['sk-'],
  ['://a:'],
  ['SG.'],
  [' '],
  ['\t'],
  ['a1'],
])('a text of nothing but %j is read in one go', (part) => {
  expect(maskSecrets(part.repeat(200_000 / part.length)).length).toBeGreaterThan(10)
})
