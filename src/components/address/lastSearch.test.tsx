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

test('the breadcrumb of a page leads back to its list with its filters', () => {
  rememberSearch(LIST, filtered)
  showPage(<Parents of={[{ label: 'Devices', to: LIST }]} />)
  fireEvent.click(screen.getByRole('link', { name: 'Devices' }))
  expect(address()).toBe(LIST + filtered)
})

test('each space has its own list, and an address with filters is unchanged', () => {
  rememberSearch(LIST, filtered)
  expect(asLastSeen('/space/2/devices')).toBe('/space/2/devices')
  expect(asLastSeen(`${LIST}?deviceId=7`)).toBe(`${LIST}?deviceId=7`)
})

test('the way back to a list without filters has none', () => {
  rememberSearch(LIST, filtered)
  rememberSearch(LIST, '')
  expect(asLastSeen(LIST)).toBe(LIST)
})

test('a dialog that was open over the list does not open again', () => {
  rememberSearch(LIST, '?create=true&page=2&import=true')
  expect(asLastSeen(LIST)).toBe(`${LIST}?page=2`)
})

test('a stored search leads only to the list, whatever it contains', () => {
  sessionStorage.setItem(`lastPath.list ${LIST}`, '//evil.example/#@evil.example')
  expect(new URL(asLastSeen(LIST), 'https://console.example').href).toMatch(
    /^https:\/\/console\.example\/space\/1\/devices\?/,
  )
  expect(asLastSeen('//evil.example')).toBe('//evil.example')
})

test('nothing is stored for pages of a key, nor after the sign-out', () => {
  rememberSearch('/space/1/keys/secret', '?page=2')
  expect(JSON.stringify(sessionStorage)).not.toContain('secret')
  rememberSearch(LIST, filtered)
  forgetVisits()
  expect(asLastSeen(LIST)).toBe(LIST)
})
