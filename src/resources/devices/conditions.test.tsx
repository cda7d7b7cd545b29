import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { DEVICE_FILTERS_CAPABILITY } from '#contract/devices'
import { aDevice, aTag } from '../../../tests/support/builders'
import { connect, showInSpace } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import ConditionsField from '../../components/conditions/ConditionsField'
import { PendingContext, type ReadPending } from '../../components/table/filters/pending'
import { devices } from '.'
import DeviceList from './DeviceList'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

test('a condition is put together in a form, reads as a sentence, and is removed by its chip', async () => {
  const user = userEvent.setup({ delay: null })
  const tag = await aTag(server, space, 'old-town')
  await aDevice(server, space, { name: 'gate-north', label: { site: 'Brno' }, tags: [tag] })
  await aDevice(server, space, { name: 'gate-south', label: { site: 'Praha' }, comment: 'Vodoměr' })
  const filter = encodeURIComponent(JSON.stringify({ where: [`tag not is ${tag.id}`, 'nonsense'] }))
  await showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices',
    at: `/devices?filter=${filter}`,
    capabilities: [DEVICE_FILTERS_CAPABILITY],
  })
  expect(await screen.findByText('Tag is not old-town')).toBeTruthy()
  // What is no condition is shown, so that it can be removed; the list does not leave it out in silence.
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove this condition nonsense' }))
  await screen.findByRole('link', { name: 'gate-south' })
  expect(screen.queryByRole('link', { name: 'gate-north' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove this condition Tag is not old-town' }))
  await screen.findByRole('link', { name: 'gate-north' })

  await user.click(screen.getByRole('button', { name: 'Filter: Condition' }))
  const form = within(await screen.findByRole('dialog', { name: 'Condition' }))
  await user.click(await form.findByRole('button', { name: 'Add' }))
  expect(form.getByText('Enter the name of the label')).toBeTruthy()
  await user.type(form.getByRole('textbox', { name: 'Name of the label' }), 'site')
  await user.type(form.getByRole('textbox', { name: 'Text' }), 'brno{Enter}')
  expect(await screen.findByText('site is brno')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'gate-south' })).toBeNull())
  expect(screen.getByRole('link', { name: 'gate-north' })).toBeTruthy()
  expect(line.calls.at(-1)?.query).toMatchObject({ 'where[]': 'label site is brno' })
})

test('a complete condition without a text counts when the person is done, an untouched form does not', async () => {
  const user = userEvent.setup({ delay: null })
  const fields = new Set<ReadPending>()
  await showInSpace(
    <PendingContext value={fields}>
      <ConditionsField source="where" value={[]} onChange={() => undefined} />
    </PendingContext>,
    { client: line.client, space, resource: devices },
  )
  const pending = () => [...fields].map((read) => read())
  const what = await screen.findByRole('combobox', { name: 'What' })
  expect(pending()).toEqual([{}])
  await user.click(what)
  await user.click(await screen.findByRole('option', { name: 'Last contact' }))
  expect(pending()).toEqual([{ where: ['last_seen not within 2d'] }])
})

test('the values of a cell or a row become filters that keep them or leave them out', async () => {
  const user = userEvent.setup({ delay: null })
  const tag = await aTag(server, space, 'harbour')
  const other = await aTag(server, space, 'roof')
  await aDevice(server, space, { name: 'crane-one', tags: [tag, other], comment: 'Pier 7' })
  await aDevice(server, space, { name: 'crane-two', tags: [other] })
  await showInSpace(<DeviceList />, {
    client: line.client,
    space,
    resource: devices,
    path: '/devices',
    at: '/devices',
    capabilities: [DEVICE_FILTERS_CAPABILITY],
  })
  const gone = (name: string) => waitFor(() => expect(screen.queryByRole('link', { name })).toBeNull())
  const item = (name: string) => screen.findByRole('menuitem', { name })
  const row = async (name: string) => {
    const found = (await screen.findByRole('link', { name })).closest('tr')
    if (!found) throw new Error('the list is no table')
    return within(found)
  }
  await user.click((await row('crane-one')).getByRole('button', { name: 'Actions: crane-one' }))
  await user.click(await item('Filter by its values…'))
  expect(await item('Only Tags: harbour')).toBeTruthy()
  await user.click(await item('Not Tags: harbour'))
  await gone('crane-one')
  await user.click(screen.getByRole('button', { name: 'Remove this condition Tag is not harbour' }))

  const cell = (await row('crane-one')).getByText('harbour')
  await user.pointer({ keys: '[MouseRight]', target: cell })
  expect(screen.queryByRole('menuitem', { name: /Comment/ })).toBeNull()
  await user.click(await item('Only Tags: harbour'))
  await gone('crane-two')
  expect(line.calls.at(-1)?.query).toMatchObject({ 'tag_ids[]': tag.id })
})
