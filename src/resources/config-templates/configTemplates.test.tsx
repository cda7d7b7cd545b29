import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#contract'
import { aConfigTemplate } from '../../../tests/support/configuration'
import { connect, showInSpace } from '../../../tests/support/console'
import { serveSpace } from '../../../tests/support/serve'
import { configTemplates } from '.'
import { Create, List, Page } from './views'

const { server, space } = await serveSpace()
let line: ReturnType<typeof connect>
beforeEach(() => {
  line = connect(server, space.owner)
})

const show = (part: ReactNode, at = '/config-templates') =>
  showInSpace(part, {
    client: line.client,
    space,
    resource: configTemplates,
    path: '/config-templates/:id?',
    at,
    capabilities: ['configuration'],
  })

const stored = async () => {
  const answer = await server.call('GET', `/spaces/${space.id}/config-templates`, {
    token: space.owner.token,
  })
  return api.configTemplates.list.answer.parse(await answer.json())
}

test('a template is created with its settings in rows', async () => {
  const user = userEvent.setup({ delay: null })
  await show(<Create open onClose={() => undefined} />)
  await user.type(await screen.findByLabelText(/^Name/), 'Battery saving')
  const first = await screen.findByRole('group', { name: 'Setting 1' })
  await user.type(within(first).getByLabelText('Setting'), 'app config interval-report')
  await user.type(within(first).getByLabelText('Value'), '3600')
  await user.click(screen.getByRole('button', { name: 'Create template' }))
  await waitFor(async () =>
    expect(await stored()).toMatchObject([
      { name: 'Battery saving', settings: { 'app config interval-report': '3600' } },
    ]),
  )
})

test('a template without a setting, or with one twice, is refused beside the row', async () => {
  const user = userEvent.setup({ delay: null })
  await show(<Create open onClose={() => undefined} />)
  await user.type(await screen.findByLabelText(/^Name/), 'Twice')
  await user.click(screen.getByRole('button', { name: 'Create template' }))
  expect(await screen.findByText('At least one setting is required')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add setting' }))
  for (const group of screen.getAllByRole('group', { name: /^Setting \d/ })) {
    await user.type(within(group).getByLabelText('Setting'), 'app config mode')
    await user.type(within(group).getByLabelText('Value'), 'lte')
  }
  await user.click(screen.getByRole('button', { name: 'Create template' }))
  expect(await screen.findByText('Another row already has this setting')).toBeTruthy()
})

test('the list has the number of settings, and the page shows them', async () => {
  const { id, name } = await aConfigTemplate(server, space, {
    settings: { 'app config mode': 'nb', 'lte config antenna': 'ext' },
  })
  await show(<List />)
  expect(await screen.findByRole('link', { name })).toBeTruthy()
  expect(screen.getByText('2 settings')).toBeTruthy()
  await show(<Page />, `/config-templates/${id}`)
  expect(await screen.findByText('lte config antenna')).toBeTruthy()
})
