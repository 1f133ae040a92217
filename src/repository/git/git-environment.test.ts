import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { environmentOfGit, withoutPlaces } from './git-environment.ts'

test('git gets what it needs, in any case of letters, and no variable that may hold a key', () => {
  const needed = {
    PATH: '/bin',
    https_proxy: 'http://proxy',
    SSH_AUTH_SOCK: '/run/agent',
    GIT_CONFIG_COUNT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    XDG_CONFIG_HOME: '/config',
    AGENTOS_WORKER: 'r-1.1',
  }
  const others = { MY_OWN: 'key', GH_TOKEN: 'key', GIT_TOKEN: 'key', AWS_PROFILE: 'x' }
  const place = { folder: '/here/now', gitFolder: undefined }
  const given = environmentOfGit({ ...needed, ...others }, place)
  expect(given).toEqual({ ...needed, ...environmentOfGit({}, place) })
})

test.each([
  ...[
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_COMMON_DIR',
    'GIT_INDEX_FILE',
    'GIT_PREFIX',
    'GIT_NAMESPACE',
  ],
  ...['GIT_OBJECT_DIRECTORY', 'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_QUARANTINE_PATH'],
  ...['GIT_CONFIG', 'GIT_CONFIG_PARAMETERS', 'GIT_GRAFT_FILE', 'GIT_SHALLOW_FILE'],
  ...['GIT_REPLACE_REF_BASE', 'GIT_NO_REPLACE_OBJECTS', 'GIT_LITERAL_PATHSPECS'],
  ...['GIT_PUSH_OPTION_COUNT', 'GIT_PUSH_OPTION_0', 'GIT_REFLOG_ACTION', 'GIT_ATTR_SOURCE'],
])('a command is not given %s: a hook has set it, for its own repository', (name) => {
  expect(withoutPlaces({ [name]: 'x', CI: '1' })).toEqual({ CI: '1' })
})

test.each([
  ...['GIT_COMMIT', 'GIT_SHA', 'GIT_BRANCH', 'GIT_URL', 'GIT_PREVIOUS_COMMIT', 'GIT_DIRTY'],
  ...['GIT_LFS_SKIP_SMUDGE', 'GIT_AUTHOR_NAME', 'GIT_SSH_COMMAND', 'GIT_EDITOR', 'GIT_EXEC_PATH'],
  ...['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CEILING_DIRECTORIES'],
])('a command is given %s', (name) => {
  expect(withoutPlaces({ [name]: 'x' })).toEqual({ [name]: 'x' })
})

test('what git calls local to a repository is known, but for settings that a user makes', () => {
  const local = execFileSync('git', ['rev-parse', '--local-env-vars'], { encoding: 'utf8' })
  const names = local.trim().split('\n')
  const left = withoutPlaces(Object.fromEntries(names.map((name) => [name, 'x'])))
  expect(left).toEqual({ GIT_CONFIG_COUNT: 'x' })
})
