import { expect, test } from 'vitest'
import { openerFor } from './open-page.ts'

test.each<[NodeJS.Platform, NodeJS.ProcessEnv, readonly string[]]>([
  ['darwin', {}, ['open']],
  ['win32', {}, ['cmd', '/c', 'start', '']],
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['linux', { DISPLAY: '' }, []],
  ['freebsd', {}, []],
])('a page is opened on %s with %j by %j', (platform, environment, opener) => {
  expect(openerFor(platform, environment)).toEqual(opener)
})
