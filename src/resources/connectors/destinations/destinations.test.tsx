import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { ALERTS_CAPABILITY } from '#contract/alerts'
import { HIDDEN } from '#contract/common'
import { OPERATIONS_CAPABILITY } from '#contract/connectors'
import { aConnector, aSpace, type TestSpace } from '../../../../tests/support/builders'
import { address, connect, showInSpace } from '../../../../tests/support/console'
import { serve } from '../../../../tests/support/serve'
import { connectors } from '..'
import ConnectorList from '../ConnectorList'

const server = await serve()
const user = userEvent.setup({ delay: null })

let space: TestSpace
let line: ReturnType<typeof connect>

beforeEach(async () => {
  space = await aSpace(server)
  line = connect(server, space.owner)
})

async function openForm(capabilities: string[] = [ALERTS_CAPABILITY, OPERATIONS_CAPABILITY]) {
  const shown = await showInSpace(<ConnectorList />, {
    client: line.client,
    space,
    resource: connectors,
    path: '/connectors',
    at: '/connectors?create=true',
    capabilities,
  })
  const dialog = await screen.findByRole('dialog', { name: 'Create a connector' })
  return { ...shown, dialog: within(dialog) }
}

const choose = async (id: string) => {
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Start from' }), id)
}

const type = async (label: string | RegExp, text: string) => {
  const input = await screen.findByRole('textbox', { name: label })
  await user.clear(input)
  await user.click(input)
  await user.paste(text)
}

/** The code in the form. */
const code = async () => {
  const editor = await screen.findByRole('textbox', { name: 'Code' })
  return editor instanceof HTMLTextAreaElement ? editor.value : editor.textContent
}

const submit = () => user.click(screen.getByRole('button', { name: 'Create connector' }))

async function created() {
  await waitFor(() => expect(address()).toMatch(/\/connectors\/[^?]+$/))
  const id = address()?.split('/').at(-1)
  return line.client.call(api.connectors.get.answer, 'GET', `/spaces/${space.id}/connectors/${id}`)
}

test('a destination asks for its fields, writes the code, and stores its secret as a variable', async () => {
  await openForm()
  await type('Name', 'to-influx')
  await choose('influxdb')
  await type('Address', 'https://influx.example/')
  await type('Organization', 'waterworks')
  await type('Bucket', "o'clock")
  expect(await code()).toContain("const BUCKET = 'o\\'clock'")
  await user.click(screen.getByRole('button', { name: 'Create a variable…' }))
  const creation = within(screen.getByRole('group', { name: 'Create a variable…' }))
  await user.click(creation.getByRole('button', { name: 'Create variable' }))
  await creation.findByText('A value has 4 to 4000 characters')
  await user.type(creation.getByLabelText('Value: API token'), 'very-secret')
  await user.click(creation.getByRole('button', { name: 'Create variable' }))
  await screen.findByText('Variable created')
  expect(screen.getByRole('combobox', { name: 'API token: variable' })).toHaveProperty(
    'value',
    'INFLUXDB_TOKEN',
  )
  await submit()
  const { transformation, enabled } = await created()
  expect(enabled).toBe(false)
  expect(transformation).toContain("const SERVER = 'https://influx.example'")
  expect(transformation).toContain('job.variables.INFLUXDB_TOKEN')
  const variables = await line.client.call(
    api.variables.list.answer,
    'GET',
    `/spaces/${space.id}/variables?for_connectors=true`,
  )
  expect(variables).toMatchObject([
    { name: 'INFLUXDB_TOKEN', for_connectors: true, secret: true, value: HIDDEN, device_id: null },
  ])
})

test('missing and invalid values are shown at their fields', async () => {
  await openForm()
  await type('Name', 'to-board')
  await choose('homeassistant')
  await type('Address', 'homeassistant.local')
  await type('Type of the event', 'two words')
  await submit()
  await screen.findByText('An address begins with http:// or https://')
  await screen.findByText('Letters without accents, digits, hyphens, underscores and dots only')
  await type('Type of the event', '')
  await screen.findByText('Required')
  expect(address()).toContain('create=true')
})

test('edited code is kept until the person generates it again', async () => {
  await openForm()
  await type('Name', 'to-aws')
  await choose('apigateway')
  await type('Address', 'https://one.example')
  const mine = 'function main(job) { return null }'
  await type('Code', mine)
  await screen.findByText('You edited the code, so it no longer follows the fields above.')
  await type('Address', 'https://two.example')
  await choose('eventgrid')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Replace the code that you edited?' }),
  )
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(await code()).toBe(mine)
  await user.click(screen.getByRole('button', { name: 'Generate again' }))
  expect(await code()).toContain("'https://two.example'")
  await choose('eventgrid')
  expect(await code()).toContain('aeg-sas-key')
  // The values for the other destination are still there.
  await choose('apigateway')
  expect(await code()).toContain("'https://two.example'")
  await type('Code', mine)
  await submit()
  expect(await created()).toMatchObject({ transformation: mine })
})

test('a failed save keeps the choice, and so does a draft', async () => {
  await aConnector(server, space, { name: 'taken' })
  const first = await openForm()
  await type('Name', 'taken')
  await choose('ubidots')
  await type('Address', 'https://own.ubidots.example')
  await submit()
  await screen.findByText('Another connector has this name')
  expect(screen.getByRole('textbox', { name: 'Address' })).toHaveProperty(
    'value',
    'https://own.ubidots.example',
  )
  await user.keyboard('{Escape}')
  first.unmount()
  await openForm()
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(screen.getByRole('combobox', { name: 'Start from' })).toHaveProperty('value', 'ubidots')
  expect(await code()).toContain("'https://own.ubidots.example'")
})

test('a server without variables for functions has no destination that needs one', async () => {
  await openForm([])
  const begin = await screen.findByRole('combobox', { name: 'Start from' })
  const names = within(begin)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Messages to a web address', 'Messages with device and time to a web address'])
})

test('a channel asks for its address, refuses one that does not fit, and stores it as a secret variable of its own', async () => {
  const made = await server.call('POST', `/spaces/${space.id}/variables`, {
    token: space.owner.token,
    body: { name: 'SLACK_URL', value: 'https://hooks.slack.example/one', for_connectors: true },
  })
  expect(made.status).toBe(201)
  await aConnector(server, space, { name: 'taken' })
  await openForm()
  await type('Name', 'taken')
  await choose('slackMessages')
  expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
  const secret = await screen.findByLabelText(/^Address of the incoming webhook/)
  await submit()
  await screen.findByText('Required')
  await user.click(secret)
  await user.paste('https://hooks.slack.com/triggers/T000/1/x')
  await screen.findByText(/^This address starts a workflow\./)
  await user.clear(secret)
  await user.paste('https://hooks.slack.com/services/T000/B000/two')
  await submit()
  await screen.findByText('Another connector has this name')
  await type('Name', 'to-slack')
  await submit()
  const { transformation, max_rate } = await created()
  expect(transformation).toContain('job.variables.SLACK_URL_2')
  expect(max_rate).toBe(1)
  const variables = await line.client.call(
    api.variables.list.answer,
    'GET',
    `/spaces/${space.id}/variables?for_connectors=true`,
  )
  // The failed save and the next one have stored it once.
  expect(Object.fromEntries(variables.map(({ name, secret: isSecret }) => [name, isSecret]))).toEqual({
    SLACK_URL: false,
    SLACK_URL_2: true,
  })
  expect(JSON.stringify(localStorage)).not.toContain('B000')
})

test('ntfy takes an access token, and a channel can use a variable that exists', async () => {
  await openForm()
  await type('Name', 'to-phones')
  await choose('ntfy')
  await user.click(await screen.findByLabelText(/^Address of the topic/))
  await user.paste('https://ntfy.sh/pumps')
  await user.click(screen.getByLabelText('Access token, if the topic needs one'))
  await user.paste('tk_secret')
  await user.click(screen.getByRole('button', { name: 'Show the code' }))
  expect(await code()).toContain('job.variables.NTFY_URL_TOKEN')
  await submit()
  await created()
  const names = await line.client.call(
    api.variables.list.answer,
    'GET',
    `/spaces/${space.id}/variables?for_connectors=true`,
  )
  expect(names.map(({ name }) => name).toSorted()).toEqual(['NTFY_URL', 'NTFY_URL_TOKEN'])
  cleanup()
  await openForm()
  await type('Name', 'to-phones-2')
  await choose('ntfy')
  await user.click(await screen.findByRole('button', { name: 'Use an existing variable' }))
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Address of the topic: variable' }),
    await screen.findByRole('option', { name: 'NTFY_URL' }),
  )
  await submit()
  expect((await created()).transformation).toMatch(/job\.variables\.NTFY_URL$/m)
})
