import { expect, test } from 'vitest'
import { workerEnvironment } from './worker-environment.ts'

const NONE = { secret: [], allowed: [] }

test.each([
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'CI_JOB_TOKEN', 'NPM_TOKEN', 'NODE_AUTH_TOKEN', 'accessToken'],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_PROFILE'],
  ...['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_RUNTIME_URL'],
  ...['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'npm_config__auth', 'npm_config__authToken'],
  ...['npm_config_//registry.example/:_authToken', 'NPM_CONFIG_OTP', 'DOCKER_AUTH_CONFIG'],
  ...['STRIPE_API_KEY', 'STRIPE_KEY', 'OPENAI_APIKEY', 'SSH_PRIVATE_KEY', 'AZURE_CLIENT_SECRET'],
  ...['DB_PASSWORD', 'MYSQL_PWD', 'DB_PASS', 'GPG_PASSPHRASE', 'GH_PAT', 'SESSION_COOKIE'],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'CARGO_REGISTRY_TOKEN', 'HF_TOKEN', 'SECRET_KEY_BASE'],
])('%s is withheld, and told', (name) => {
  const found = workerEnvironment({ [name]: 'x', PATH: '/bin' }, NONE)
  expect(found).toEqual({ environment: { PATH: '/bin' }, withheld: [name] })
})

test.each([
  ...['PATH', 'HOME', 'PWD', 'OLDPWD', 'LANG', 'LC_ALL', 'TZ', 'TERM', 'CI', 'SHELL', 'USER'],
  ...['NODE_OPTIONS', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'GIT_SSH_COMMAND', 'SSH_AUTH_SOCK'],
  ...['npm_config_registry', 'npm_config_cache', 'GITHUB_REPOSITORY', 'GITHUB_ACTIONS', 'KEYBOARD'],
  ...['AWS_REGION', 'AWS_CA_BUNDLE', 'TOKENIZERS_PARALLELISM', 'XAUTHORITY', 'MONKEY', 'COMPASS'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'VIRTUAL_ENV', 'JAVA_HOME', 'http_proxy', 'HTTPS_PROXY'],
  ...['JENKINS_NODE_COOKIE', 'SESSION_COOKIE_NAME', 'AUTH_URL', 'PARTITION_KEY', 'GPG_KEY'],
])('%s is passed on', (name) => {
  expect(workerEnvironment({ [name]: 'x' }, NONE).environment).toEqual({ [name]: 'x' })
})

test('an address with a password is withheld, unless it is that of a proxy', () => {
  const environment = {
    DATABASE_URL: 'postgres://ada:lovelace@db/app',
    CACHE_URL: 'redis://cache:6379',
    HTTP_PROXY: 'http://ada:lovelace@proxy:3128',
  }
  const { DATABASE_URL: _, ...rest } = environment
  expect(workerEnvironment(environment, NONE)).toEqual({
    environment: rest,
    withheld: ['DATABASE_URL'],
  })
})

test('what the config lets through is passed on, but never what credentials come from', () => {
  const environment = { NPM_TOKEN: 'a', OUR_KEYS: 'b', AWS_PROFILE: 'c', AGENTOS_X_TOKEN: 'd' }
  const names = { secret: ['OUR_KEYS'], allowed: ['NPM_TOKEN', 'OUR_KEYS'] }
  expect(workerEnvironment(environment, names)).toEqual({
    environment: { NPM_TOKEN: 'a' },
    withheld: ['AWS_PROFILE'],
  })
})
