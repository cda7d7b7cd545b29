import { expect, it } from 'vitest'
import { createPageMemory } from './lists'

it('has the cursor of the page after one that was read', () => {
  const memory = createPageMemory()
  memory.pageRead('list', 1, 'a')
  memory.pageRead('list', 2, 'b')
  expect(memory.cursorOf('list', 1)).toBeUndefined()
  expect(memory.cursorOf('list', 2)).toBe('a')
  expect(memory.cursorOf('list', 3)).toBe('b')
})

it('has no cursor for a page that was linked to directly', () => {
  expect(createPageMemory().cursorOf('list', 7)).toBeUndefined()
})

it('keeps lists apart', () => {
  const memory = createPageMemory()
  memory.pageRead('of one filter', 1, 'a')
  memory.setCounted('of one filter', { total: 12 })
  expect(memory.cursorOf('of another', 2)).toBeUndefined()
  expect(memory.countedOf('of another')).toBeUndefined()
})

it('drops the cursors of later pages when an earlier one is read again', () => {
  const memory = createPageMemory()
  memory.pageRead('list', 1, 'a')
  memory.pageRead('list', 2, 'b')
  memory.pageRead('list', 1, 'c')
  expect(memory.cursorOf('list', 2)).toBe('c')
  expect(memory.cursorOf('list', 3)).toBeUndefined()
})
