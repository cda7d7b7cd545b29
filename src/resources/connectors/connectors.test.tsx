import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ResourceContextProvider } from 'react-admin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Connector,
  connectorInputSchema,
  connectorSchema,
  connectorsApi,
  DEFAULT_TRANSFORMATION,
  type Summary,
} from '#contract/connectors'
import type { SpaceRole } from '#contract/permissions'
import { address, type Call, clientOf, showPage, spaceOf, uuid } from '../../../tests/support/console'
import { spaceId, tags } from '../../../tests/support/devices'
import { PlainSurface } from '../../components/editor/PlainSurface'
import { ConfigProvider, useConfig } from '../../config'
import { ApiError } from '../../dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../dataProvider/SpaceProvider'
import ConnectorPage from './ConnectorPage'
import ConnectorList from './list/ConnectorList'

// Monaco and nivo need a browser that lays out its pages.
vi.mock('../../components/editor/MonacoSurface', () => ({ default: PlainSurface }))
vi.mock('../../components/editor/javascript', () => ({}))
vi.mock('./heatmap/HeatmapChart', () => ({ default: () => null }))

const connectorOf = (changes: Partial<Connector> = {}) =>
  connectorSchema.parse({
    id: uuid(300),
    name: 'to-warehouse',
    created_at: '2026-01-02T03:04:05.678Z',
    type: 'webhook',
    direction: 'up',
    triggers: ['data'],
    tags: [tags[0]],
    transformation: 'function main(job) { return null }',
    retry_delays: [10, 5400],
    ...changes,
  })

/** What the server makes of a payload: it knows the tags by their ids. */
const savedOf = (body: unknown) => {
  const given = new Set(connectorInputSchema.parse(body).tags.map(({ id }) => id))
  return connectorOf({ ...Object.assign({}, body), tags: tags.filter(({ id }) => given.has(id)) })
}

const CONNECTORS = `/space/${spaceId}/connectors`
const PAGE = `${CONNECTORS}/${uuid(300)}`
const CAPABILITIES = [connectorsApi.secret.capability, connectorsApi.deliveries.capability]
const user = userEvent.setup({ delay: null })

let saved: Connector
let summaries: Summary[]
let refuse: (call: Call) => ApiError | undefined

beforeEach(() => {
  saved = connectorOf()
  summaries = []
  refuse = () => undefined
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

const client = clientOf((call) => {
  const { method, path, body } = call
  const error = refuse(call)
  if (error) throw error
  if (path.endsWith('/tags'))
    return tags.map((tag) => ({ ...tag, access_type: 'write', created_at: saved.created_at }))
  if (path.endsWith('/statistics')) return { max_attempts: 1, summaries }
  if (path.endsWith('/secret')) return { secret: method === 'POST' ? 'whsec_new' : 'whsec_old' }
  if (method === 'PUT' || method === 'POST') saved = savedOf(body)
  return method === 'GET' && path.endsWith('/connectors') ? [saved] : saved
})

function Page({ list }: { list: boolean }) {
  const page = list ? <ConnectorList /> : <ConnectorPage />
  return (
    <ConfigProvider value={{ ...useConfig(), capabilities: CAPABILITIES }}>
      <SpaceCachesProvider>
        <SpaceProvider spaceId={spaceId}>
          <ResourceContextProvider value="connectors">{page}</ResourceContextProvider>
        </SpaceProvider>
      </SpaceCachesProvider>
    </ConfigProvider>
  )
}

function show(at = PAGE, role: SpaceRole = 'admin') {
  client.sent.length = 0
  const list = at.startsWith(CONNECTORS) && !at.startsWith(PAGE)
  const path = `/space/:spaceId/connectors${list ? '' : '/:id'}`
  showPage(<Page list={list} />, { client, path, at, space: spaceOf({ user_role: role }) })
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
const openTab = async (name: string) => user.click(await screen.findByRole('tab', { name }))
const fill = async (input: HTMLElement, text: string) => {
  await user.clear(input)
  await user.paste(text)
}
const delay = (number: number) => screen.findByRole('textbox', { name: `Delay before retry ${number}` })

describe('a connector', () => {
  test('shows its delays as people read them, and warns when it has no tags', async () => {
    saved = connectorOf({ tags: [] })
    show()
    expect(await screen.findByText('10s, 1h 30m')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(/^This connector has no tags/)
  })

  test('is switched off as it is now, whatever was shown', async () => {
    show()
    const enabled = await screen.findByRole('switch', { name: 'Enabled' })
    saved = connectorOf({ transformation: '// changed meanwhile' })
    await user.click(enabled)
    expect(await screen.findByText('Connector disabled')).toBeTruthy()
    expect(enabled).toHaveProperty('checked', false)
    expect(client.sent).toMatchObject([
      {
        method: 'PUT',
        body: { enabled: false, transformation: '// changed meanwhile', name: 'to-warehouse' },
      },
    ])
  })

  test('that cannot be switched off stays on, and the reason is shown', async () => {
    refuse = ({ method }) => (method === 'PUT' ? new ApiError(409, 'not now', Date.now()) : undefined)
    show()
    const enabled = await screen.findByRole('switch', { name: 'Enabled' })
    await user.click(enabled)
    expect(await screen.findByText('not now')).toBeTruthy()
    expect(enabled).toHaveProperty('checked', true)
  })

  test('shows its secret when it is asked for, and a new one after a question', async () => {
    show()
    await press('Show the secret')
    expect(await screen.findByText('whsec_old')).toBeTruthy()
    await press('Rotate')
    const dialog = await screen.findByRole('alertdialog')
    expect(client.sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Rotate' }))
    expect(await screen.findByText('whsec_new')).toBeTruthy()
    expect(screen.queryByText('whsec_old')).toBeNull()
  })

  test('tells in a table how each hour went, with the way to its deliveries', async () => {
    const start = Math.floor(Date.now() / 3_600_000) * 3_600_000
    const time = new Date(start).toISOString()
    summaries = [{ time, success: 4, failed: 2, attempts: [4, 2] }]
    show()
    await user.click(await screen.findByText('The numbers as a table'))
    const row = (await screen.findAllByRole('row'))[1]
    expect(row?.textContent).toMatch(/Some failed424, 2$/)
    const link = row && within(row).getByRole('link')
    expect(link?.getAttribute('href')).toBe(
      `${PAGE}/deliveries?${new URLSearchParams({ after: time, before: new Date(start + 3_599_999).toISOString() })}`,
    )
  })

  test('can be looked at and not changed by a person who only reads', async () => {
    show(`${PAGE}?edit=true`, 'user')
    for (const name of ['Edit', 'Show the secret', 'Rotate'])
      expect((await screen.findByRole('button', { name })).getAttribute('aria-disabled')).toBe('true')
    const enabled = screen.getByRole('switch', { name: 'Enabled' })
    const reason = document.getElementById(enabled.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('Your role does not allow this.')
    await user.click(enabled)
    expect(enabled).toHaveProperty('checked', true)
    expect(client.sent).toEqual([])
  })
})

describe('the edit mode', () => {
  test('keeps what was typed in one tab while another is open, and saves all of it', async () => {
    show(`${PAGE}?edit=true`)
    await fill(await screen.findByRole('textbox', { name: 'Name' }), 'to-storage')
    await user.click(screen.getByRole('checkbox', { name: 'Shell' }))
    await openTab('Advanced')
    expect(address()).toBe(`${PAGE}?edit=true&tab=advanced`)
    await fill(await delay(2), '2h')
    await press('Add retry')
    await fill(await delay(3), '31d')
    expect(screen.queryByText(/gives up after/)).toBeNull()
    await fill(await delay(3), '-5')
    expect(screen.getByText('2 retries; gives up after 2h 10s')).toBeTruthy()
    await fill(await screen.findByRole('textbox', { name: 'Transformation' }), '// later')
    await openTab('Details')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'to-storage')
    await press('Save')
    expect(await screen.findByRole('heading', { level: 1, name: 'to-storage' })).toBeTruthy()
    expect(client.sent).toMatchObject([
      {
        method: 'PUT',
        body: {
          name: 'to-storage',
          type: 'webhook',
          direction: 'up',
          triggers: ['data', 'shell'],
          tags: [{ id: tags[0]?.id }],
          transformation: '// later',
          retry_delays: [10, 7200],
        },
      },
    ])
  })

  test('brings in sight what prevents the save', async () => {
    show(`${PAGE}?edit=true&tab=advanced`)
    await fill(await delay(1), 'soon')
    await openTab('Details')
    await press('Save')
    await waitFor(() => expect(address()).toBe(`${PAGE}?edit=true&tab=advanced`))
    expect(await screen.findByText('Enter a number with d, h, m or s, for example 10m')).toBeTruthy()
    const faulty = await delay(1)
    await waitFor(() => expect(document.activeElement).toBe(faulty))
    expect(client.sent).toEqual([])
  })

  test('holds at most nine retries, which can be moved and removed', async () => {
    saved = connectorOf({ retry_delays: [1, 2, 3, 4, 5, 6, 7, 8, 9] })
    show(`${PAGE}?edit=true&tab=advanced`)
    expect(await screen.findByRole('button', { name: 'Add retry' })).toHaveProperty('disabled', true)
    await press('Move retry 2 up')
    expect(await delay(1)).toHaveProperty('value', '2s')
    // The button cannot go on: the focus is in the row that it moved.
    expect(document.activeElement).toBe(await delay(1))
    await press('Remove retry 1')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add retry' }))
    await press('Save')
    await waitFor(() => expect(client.sent).toHaveLength(1))
    expect(client.sent[0]?.body).toMatchObject({ retry_delays: [1, 3, 4, 5, 6, 7, 8, 9] })
  })
})

describe('the list', () => {
  test('warns of a connector without tags', async () => {
    saved = connectorOf({ tags: [] })
    show(CONNECTORS)
    expect(await screen.findByRole('img', { name: /^This connector has no tags/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit to-warehouse' }).getAttribute('href')).toBe(
      `${PAGE}?edit=true`,
    )
  })

  test('creates a webhook that posts the body, and opens it', async () => {
    show(`${CONNECTORS}?create=true`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a connector' }))
    await user.click(await dialog.findByRole('combobox', { name: /^Type/ }))
    const types = await screen.findAllByRole('option')
    expect(types.map((type) => [type.textContent, type.getAttribute('aria-disabled')])).toEqual([
      ['Webhook', null],
      ['Pull', 'true'],
      ['Data', 'true'],
    ])
    await user.keyboard('{Escape}')
    await fill(await dialog.findByRole('textbox', { name: 'Name' }), '2nd pipe')
    await press('Use the suggested name connector-2nd-pipe')
    await user.click(dialog.getByRole('checkbox', { name: 'Session' }))
    await user.click(dialog.getByRole('button', { name: 'Create connector' }))
    await waitFor(() => expect(address()).toBe(PAGE))
    expect(client.sent).toMatchObject([
      {
        method: 'POST',
        body: {
          name: 'connector-2nd-pipe',
          type: 'webhook',
          direction: 'up',
          triggers: ['session', 'data'],
          tags: [],
          transformation: DEFAULT_TRANSFORMATION,
        },
      },
    ])
  })
})
