import { expect, test } from 'vitest'
import { parseOrigin } from './github-place.ts'

test.each([
  ['https://github.com/ada/lists.git', 'ada/lists'],
  ['https://x:secret@github.com/ada/lists', 'ada/lists'],
  ['git@github.com:ada/lists.git', 'ada/lists'],
  ['ssh://git@ssh.github.com:443/ada/my.lists.git/', 'ada/my.lists'],
  ['https://github.com.evil.example/ada/lists', undefined],
  ['https://evil.example/github.com/ada/lists', undefined],
  ['git@gitlab.com:ada/lists.git', undefined],
  ['https://github.com/ada', undefined],
  ['/srv/github.com/ada/lists.git', undefined],
  ['', undefined],
])('%s is %s', (address, repository) => {
  expect(parseOrigin(address, 'github.com')).toBe(repository)
})
