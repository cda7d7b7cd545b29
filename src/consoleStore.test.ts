// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { consoleStore } from './consoleStore'

test('a sign-out keeps the settings of tables and deletes the rest', () => {
  consoleStore.setup()
  consoleStore.setItem('table.devices', { perPage: 50 })
  consoleStore.setItem('devices.selectedIds', ['1'])
  consoleStore.reset()
  expect(consoleStore.getItem('table.devices')).toEqual({ perPage: 50 })
  expect(consoleStore.getItem('devices.selectedIds')).toBeUndefined()
})
