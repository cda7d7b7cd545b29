import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Connector, connectorsApi, VERSIONS_CAPABILITY } from '#contract/connectors'
import { connectorVersionsApi } from '#contract/connectors/versions'
import { aConnector, aDevice, aMember, aSpace, type TestSpace } from '../../../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../../../tests/support/console'
import { aDelivery } from '../../../../tests/support/deliveries'
import { serve } from '../../../../tests/support/serve'
import { connectors } from '..'
import ConnectorPage from '../ConnectorPage'
import DeliveryPage from '../deliveries/DeliveryPage'

const server = await serve()
const user = userEvent.setup({ delay: null })
const codeOf = (path: string) => `function main() {\n  return { url: 'https://example.com/${path}' }\n}`

let space: TestSpace
let connector: Connector

const on = async (method: string, body?: object) => {
  const path = `/spaces/${space.id}/connectors/${connector.id}`
  return server.call(method, path, { token: space.owner.token, body })
}
const code = async () => connectorsApi.get.answer.parse(await (await on('GET')).json()).transformation

beforeEach(async () => {
  space = await aSpace(server)
  connector = await aConnector(server, space, { name: 'to-warehouse', transformation: codeOf('first') })
  await on('PUT', { transformation: codeOf('second') })
  await on('PUT', { direction: 'down' })
  await on('PUT', { transformation: codeOf('third') })
})

const show = ({
  search = '',
  as = space.owner,
  line = connect(server, as),
  capabilities = [VERSIONS_CAPABILITY],
} = {}) =>
  showInSpace(<ConnectorPage />, {
    client: line.client,
    space,
    resource: connectors,
    path: '/connectors/:id',
    at: `/connectors/${connector.id}${search}`,
    capabilities,
  })

const comparison = (version: number) => screen.findByRole('dialog', { name: `Code of version ${version}` })
const restoreIn = (dialog: HTMLElement) => within(dialog).findByRole('button', { name: 'Restore this code' })

test('earlier code can be chosen from the versions with a change, compared, restored and undone', async () => {
  await show({ search: '?tab=advanced' })
  await user.click(await screen.findByRole('link', { name: 'Earlier versions' }))
  const list = await screen.findByRole('list', { name: 'Earlier versions' })
  const links = within(list).getAllByRole('link')
  expect(links.map(({ textContent }) => /^Version \d/.exec(textContent)?.[0])).toEqual([
    'Version 2',
    'Version 1',
  ])
  expect(links[0]?.textContent).toContain(`Saved by ${space.owner.email}`)
  await user.click(within(list).getByRole('link', { name: /^Version 2/ }))

  const dialog = await comparison(2)
  const difference = await within(dialog).findByRole('region', { name: /compared with the current code/ })
  await waitFor(() => expect(difference.textContent).toMatch(/second[^]*third/))
  await user.click(await restoreIn(dialog))
  await screen.findByText('Code of version 2 restored')
  expect(await code()).toBe(codeOf('second'))
  await waitFor(() => expect(address()).not.toContain('version='))

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone')
  expect(await code()).toBe(codeOf('third'))
})

test('a restored version changes only the code', async () => {
  await show({ search: '?version=1' })
  await user.click(await restoreIn(await comparison(1)))
  await screen.findByText('Code of version 1 restored')
  const now = connectorsApi.get.answer.parse(await (await on('GET')).json())
  expect(now).toMatchObject({ direction: 'down', name: 'to-warehouse', transformation: codeOf('first') })
})

test('a version without a change of the code names the version that has it, and the current one has nothing to restore', async () => {
  await show({ search: '?version=3' })
  expect(await within(await comparison(3)).findByText(/^Version 3 has the code of version 2\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(address()).not.toContain('version='))
})

test('the current version says that it is the same', async () => {
  await show({ search: '?version=4' })
  const dialog = await comparison(4)
  const description = 'It is the same as the current code.'
  const restore = await within(dialog).findByRole('button', { name: 'Restore this code', description })
  expect(restore.getAttribute('aria-disabled')).toBe('true')
})

test('a change by somebody else meanwhile is shown, and the new code is compared before a restore', async () => {
  await show({ search: '?version=1' })
  const dialog = await comparison(1)
  await restoreIn(dialog)
  await on('PUT', { transformation: codeOf('fourth') })
  await user.click(await restoreIn(dialog))
  await within(dialog).findByText(/Transformation.*Below, it is compared with the current code\.$/)
  await waitFor(() => expect(dialog.textContent).toContain('fourth'))
  expect(await code()).toBe(codeOf('fourth'))
  await user.click(await restoreIn(dialog))
  await screen.findByText('Code of version 1 restored')
  expect(await code()).toBe(codeOf('first'))
})

test('an undo after a change by somebody else says so', async () => {
  await show({ search: '?version=1' })
  await user.click(await restoreIn(await comparison(1)))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await on('PUT', { transformation: codeOf('fourth') })
  await user.click(undo)
  await screen.findByText('Not undone: the connector was changed again since')
  expect(await code()).toBe(codeOf('fourth'))
})

test('a version that is missing in the audit log cannot be restored', async () => {
  await server.db.$client.query('delete from audit_entry where target_id = $1', [connector.id])
  await show({ search: '?version=2' })
  const dialog = await comparison(2)
  await within(dialog).findByText(/^The code of version 2 is unknown/)
  expect(within(dialog).queryByRole('button', { name: 'Restore this code' })).toBeNull()
  await user.click(within(dialog).getByRole('link', { name: 'Earlier versions' }))
  await screen.findByText('The code has not changed since the audit log began.')
})

test('a version that does not exist yet is unknown', async () => {
  await show({ search: '?version=99' })
  await within(await comparison(99)).findByText(/^The code of version 99 is unknown/)
  expect(screen.queryByRole('button', { name: 'Restore this code' })).toBeNull()
})

test('versions that cannot be loaded say so and can be retried', async () => {
  const line = connect(server, space.owner)
  let isAway = true
  line.interrupt = ({ path }) => (isAway && path.endsWith('/versions') ? refusal(500, 'odd') : undefined)
  await show({ line, search: '?version=all' })
  await screen.findByText(/odd/)
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  expect(await screen.findByRole('link', { name: /^Version 1/ })).toBeTruthy()
})

test('many versions are listed page by page', async () => {
  for (let n = 0; n < 10; n++) await on('PUT', { transformation: codeOf(`next-${n}`) })
  await show({ search: '?version=all' })
  await screen.findByRole('link', { name: /^Version 13/ })
  expect(screen.queryByRole('link', { name: /^Version 1 ?Saved/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show older versions' }))
  expect(await screen.findByRole('link', { name: /^Version 1 ?Saved/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older versions' })).toBeNull()
})

test.each([
  ['a server without them', async () => ({ capabilities: [] as string[] })],
  ['people who do not read the audit log', async () => ({ as: await aMember(server, space, 'user') })],
])('%s: earlier versions are not offered', async (_whom, given) => {
  await show({ search: '?tab=advanced&version=1', ...(await given()) })
  await screen.findByRole('heading', { name: 'Transformation' })
  expect(screen.queryByRole('link', { name: 'Earlier versions' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an attempt links to the code that ran, if it has a version', async () => {
  const device = await aDevice(server, space)
  const id = await aDelivery(server, { space, connector, device }, { tries: [{ connectorVersion: 3 }] })
  const showDelivery = (capabilities: string[]) =>
    showInSpace(<DeliveryPage />, {
      client: connect(server, space.owner).client,
      space,
      path: '/connectors/:connectorId/deliveries/:deliveryId',
      at: `/connectors/${connector.id}/deliveries/${id}`,
      capabilities: [connectorsApi.deliveries.capability, ...capabilities],
    })
  const { unmount } = await showDelivery([connectorVersionsApi.list.capability])
  const link = await screen.findByRole('link', { name: '3, compare its code' })
  expect(link.getAttribute('href')).toBe(
    `/space/${space.id}/connectors/${connector.id}?tab=advanced&version=3`,
  )
  unmount()
  await showDelivery([])
  expect((await screen.findByText('Version of the connector')).nextSibling?.textContent).toBe('3')
})
