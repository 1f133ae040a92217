import { expect, test } from 'vitest'
import { isSecretName, MASK, maskSecrets, secretLine } from './secret-file.ts'

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
    'id_rsa.old',
    'id_rsa_backup',
    'src/credentials.json',
    'locales/.env',
    'lang/server.key',
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
    'src/credentials/lease-pool.ts',
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
  ...[
    'locales/en/credentials.json',
    'src/i18n/password.json',
    'app/translations/de/secrets.yml',
    'packages/core/id_rsa_helper.ts',
    'test/id_ed25519_test.py',
    'src/forms/reset-password.json',
    'emails/password-changed.txt',
    'config/password-policy.yml',
    'schemas/credentials.schema.json',
  ],
])('the name %s is that of any file', (path) => {
  expect(isSecretName(path)).toBe(false)
})

const BODY = `${'MIIEow9+/'.repeat(7)}Q`
const LOOKS: readonly (readonly [string, string])[] = [
  ['a private key on one line', `-----BEGIN PRIVATE KEY-----\\n${BODY}\\n`],
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
  const masked = maskSecrets(text)
  expect(masked.text).not.toContain(secret.slice(-6))
  expect(masked.text).toMatch(
    /^first: 1\nsecond: "(-----BEGIN .*-----)?\[looks like a secret\]"\nthird$/,
  )
  expect(masked.lines).toEqual([2])
})

const HEADER = '-----BEGIN RSA PRIVATE KEY-----'
const FOOTER = '-----END RSA PRIVATE KEY-----'

test.each([
  ['', ''],
  ['+', ''],
  ['+  "', '\\n" +'],
  ['-# ', ''],
  [' ', '\r'],
])(
  'of a private key with %j before and %j behind each line, the base64 is masked',
  (before, after) => {
    const key = [HEADER, 'Proc-Type: 4,ENCRYPTED', '', BODY, BODY, 'IBAAKC==', FOOTER, 'go()']
    const lines = key.map((line) => before + line + after)
    const masked = lines.map((line) => line.replace(BODY, MASK).replace('IBAAKC==', MASK))
    expect(maskSecrets(lines.join('\n'))).toEqual({ text: masked.join('\n'), lines: [4, 5, 6] })
    expect(secretLine(lines.join('\n'))).toBe(4)
  },
)

test('the base64 of a private key is masked without its end, too', () => {
  expect(maskSecrets(`${HEADER}\n${BODY}\nx`)).toEqual({
    text: `${HEADER}\n${MASK}\nx`,
    lines: [2],
  })
})

test.each([
  'evil()',
  'isAdmin=true',
  'return',
  `${BODY}\nreturn`,
  `${BODY}\nevil()`,
  '@@ -1 +1 @@',
])('the beginning of a private key in a comment hides no code behind it: %j', (code) => {
  const lines = [
    '// PEM text, such as -----BEGIN PRIVATE KEY-----',
    ...code.split('\n'),
    `// ${FOOTER}`,
  ]
  const { text } = maskSecrets(lines.join('\n'))
  expect(text).toBe(lines.join('\n').replace(BODY, MASK))
})

test.each([
  ['password = "h7Gk2-pQ9zLw4x"', 'password = "[looks like a secret]"'],
  ["  apiKey: 'q8Zr5TtY2uWx9v',", "  apiKey: '[looks like a secret]',"],
  ['"client_secret": "9fK2mQ7xL0pZ"', '"client_secret": "[looks like a secret]"'],
  ['DB_PASSWORD=h7Gk2pQ9zLw4xVb1', 'DB_PASSWORD=[looks like a secret]'],
  ['postgres://app:h7Gk2pQ9@db/app', 'postgres://app:[looks like a secret]@db/app'],
])('a value that looks random is blotted out: %s', (text, masked) => {
  expect(maskSecrets(text)).toEqual({ text: masked, lines: [1] })
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
  expect(maskSecrets(text)).toEqual({ text, lines: [] })
  expect(secretLine(text)).toBeUndefined()
})

/** Each would take minutes if its pattern went over it again for each of its beginnings. */
test.each([
  ['-----BEGIN PRIVATE KEY-----\n'],
  ['-----BEGIN PRIVATE KEY-----'],
  [`-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n`],
  [`${'A'.repeat(64)}\n`],
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
  expect(maskSecrets(part.repeat(200_000 / part.length)).text.length).toBeGreaterThan(10)
})
