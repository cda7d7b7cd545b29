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
