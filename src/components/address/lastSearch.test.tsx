import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, showPage } from '../../../tests/support/console'
import { forgetVisits } from '../../authProvider/session'
import { Parents } from '../page/Parents'
import { asLastSeen, rememberSearch } from './lastSearch'

const LIST = '/space/1/devices'
const filter = JSON.stringify({ name: 'pump' })
const filtered = `?${new URLSearchParams({ page: '3', sort: 'name', order: 'DESC', filter })}`

beforeEach(() => sessionStorage.clear())

test('the path to a page leads back to its list as it was filtered', () => {
  rememberSearch(LIST, filtered)
  showPage(<Parents of={[{ label: 'Devices', to: LIST }]} />)
  fireEvent.click(screen.getByRole('link', { name: 'Devices' }))
  expect(address()).toBe(LIST + filtered)
})

test('each space has its own list, and an address that says how it is filtered stays as it is', () => {
  rememberSearch(LIST, filtered)
  expect(asLastSeen('/space/2/devices')).toBe('/space/2/devices')
  expect(asLastSeen(`${LIST}?deviceId=7`)).toBe(`${LIST}?deviceId=7`)
})

test('a list without filters is gone back to without them', () => {
  rememberSearch(LIST, filtered)
  rememberSearch(LIST, '')
  expect(asLastSeen(LIST)).toBe(LIST)
})

test('a dialog that was open over the list is not opened again', () => {
  rememberSearch(LIST, '?create=true&page=2&import=true')
  expect(asLastSeen(LIST)).toBe(`${LIST}?page=2`)
})

test('what was kept leads to the list alone, whoever wrote it', () => {
  sessionStorage.setItem(`lastPath.list ${LIST}`, '//evil.example/#@evil.example')
  expect(new URL(asLastSeen(LIST), 'https://console.example').href).toMatch(
    /^https:\/\/console\.example\/space\/1\/devices\?/,
  )
  expect(asLastSeen('//evil.example')).toBe('//evil.example')
})

test('nothing is kept below the address of a key, nor after the sign-out', () => {
  rememberSearch('/space/1/keys/secret', '?page=2')
  expect(JSON.stringify(sessionStorage)).not.toContain('secret')
  rememberSearch(LIST, filtered)
  forgetVisits()
  expect(asLastSeen(LIST)).toBe(LIST)
})
