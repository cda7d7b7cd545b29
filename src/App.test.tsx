import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addressesOf } from '../tests/support/addresses'
import { openConsole } from '../tests/support/app'
import { aMember, aSpace, aUser } from '../tests/support/builders'
import { serveSpace } from '../tests/support/serve'
import { PUBLIC_ADDRESSES } from './App'
import { addresses as addressesOfAccount } from './addresses'

const { server, space } = await serveSpace()
const reader = await aMember(server, space, 'user')
const addresses = await addressesOf(server, space)
const at = `/space/${space.id}`

/** Address of the first record of a section. */
const recordIn = (section: string) =>
  addresses.find((address) => new RegExp(`^${at}/${section}/[\\w-]+$`).test(address)) ?? section

/** Names of the buttons that change something, by page of a space. */
const CHANGING = new Map([
  [at, ['Edit']],
  [`${at}/devices`, ['Create device']],
  [recordIn('devices'), ['Edit']],
  [`${recordIn('devices')}?tab=firmware`, ['Schedule firmware']],
  [`${recordIn('devices')}/console`, ['Send']],
  [`${recordIn('devices')}/create-message`, ['Schedule message']],
  [`${at}/tags`, ['Create tag']],
  [recordIn('tags'), ['Edit']],
  [`${at}/connectors`, ['Create connector']],
  [recordIn('connectors'), ['Edit']],
  [`${recordIn('connectors')}?tab=security`, ['Show the secret', 'Rotate']],
  [`${recordIn('connectors')}/deliveries`, ['Retry all not delivered']],
  [`${at}/users`, ['Invite user']],
  [recordIn('users'), ['Edit', 'Resend', 'Copy link']],
  [`${at}/variables`, ['Create variable']],
  [recordIn('variables'), ['Edit']],
])

/** The section of an address. */
function sectionOf(address: string) {
  const [, first = '', , section] = new URL(address, 'http://console.test').pathname.split('/')
  return first === 'space' ? (section ?? 'space') : first
}

const isThere = () =>
  waitFor(() => {
    expect(screen.getAllByRole('heading', { level: 1 }).length).toBeGreaterThan(0)
    expect(screen.queryAllByRole('progressbar')).toEqual([])
    expect(screen.queryAllByText('Loading…').concat(screen.queryAllByLabelText('Loading…'))).toEqual([])
  })

test('addresses below any page do not exist, and say so', { tags: 'heavy' }, async () => {
  const admin = await aUser(server, { systemRole: 'admin' })
  const own = await addressesOf(server, await aSpace(server, admin))
  const others = [
    ...PUBLIC_ADDRESSES,
    addressesOfAccount.adminSims,
    addressesOfAccount.adminDevices,
    addressesOfAccount.notifications,
  ]
  const paths = [...own, ...others].map((address) => new URL(address, 'http://console.test').pathname)
  const { close } = openConsole(server, '/profile', { person: admin })
  const NOTHING = /not found$|^No page here$/i
  // Computing the roles of each whole page would take minutes.
  const title = () => document.querySelector('h1')?.textContent
  const goTo = (path: string) =>
    act(async () => {
      window.history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  for (const path of new Set(paths)) {
    await goTo(`${path}/no-such-page`)
    await waitFor(() => expect(title(), path).toMatch(NOTHING))
    await goTo('/profile')
    await waitFor(() => expect(title()).not.toMatch(NOTHING))
  }
  close()
})

test('the tested pages include those with changes', () => {
  expect(addresses).toEqual(expect.arrayContaining([...CHANGING.keys()]))
})

// Dialogs for new records do not open for a reader.
const seen = addresses.filter((address) => !address.includes('create=true'))

test.each([...new Set(seen.map(sectionOf))])(
  'no call of a reader is denied in the section %s, and disabled controls say why',
  { tags: 'heavy' },
  async (section) => {
    for (const address of seen.filter((one) => sectionOf(one) === section)) {
      const { line, close } = openConsole(server, address, { person: reader })
      await isThere()
      for (const name of CHANGING.get(address) ?? []) {
        const description = 'Your role does not allow this.'
        const button = await screen.findByRole('button', { name, description })
        expect(button.getAttribute('aria-disabled'), `${address} ${name}`).toBe('true')
      }
      await waitFor(() => expect(line.open, address).toBe(0))
      expect(line.denied, address).toEqual([])
      close()
    }
  },
)
