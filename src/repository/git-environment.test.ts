import { expect, test } from 'vitest'
import { environmentOfGit } from './git-environment.ts'

test('git gets what it needs, in any case of letters, and no variable that may hold a key', () => {
  const needed = {
    PATH: '/bin',
    https_proxy: 'http://proxy',
    SSH_AUTH_SOCK: '/run/agent',
    GIT_CONFIG_COUNT: '0',
    XDG_CONFIG_HOME: '/config',
    AGENTOS_WORKER: 'r-1.1',
  }
  const others = { MY_OWN: 'key', GH_TOKEN: 'key', GIT_TOKEN: 'key', AWS_PROFILE: 'x' }
  const place = { folder: '/here/now', gitFolder: undefined }
  const given = environmentOfGit({ ...needed, ...others }, place)
  expect(given).toEqual({ ...needed, ...environmentOfGit({}, place) })
})
