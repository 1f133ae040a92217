import { expect, test } from 'vitest'
import { Opened } from './opened.ts'

test('the last that was opened is closed first, and a failure keeps no other open', async () => {
  const closed: string[] = []
  const work = async () => {
    await using opened = new Opened()
    opened.adopt('first', (name) => closed.push(name))
    opened.defer(async () => {
      closed.push('second')
      throw new Error('stuck')
    })
    opened.adopt('third', (name) => closed.push(name))
  }
  await expect(work()).rejects.toThrow('stuck')
  expect(closed).toEqual(['third', 'second', 'first'])
})
