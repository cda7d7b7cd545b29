import { connectorsApi } from '#contract/connectors'
import { startMailbox } from '../support/mailbox'
import { expect, test } from './support/test'

test('a receiver is away for an hour: a rule created in the console reports it everywhere, until it is back', {
  tag: '@heavy',
}, async ({ page, backend, receiver }) => {
  test.setTimeout(180_000)
  const mailbox = await startMailbox()
  const server = await backend.ownServer({ mailbox })
  const person = await server.person()
  const space = await server.space(person)
  const { token } = person
  const device = await server.device(space, { name: 'meter-1' })
  const aConnector = async (name: string, path: string, data: string, triggers: string[]) => {
    const transformation = `function main(job) { return { url: '${receiver.url}${path}', data: ${data} } }`
    const body = { name, direction: 'up', tags: [], triggers, transformation, retry_delays: [] }
    const answer = await server.call('POST', `/spaces/${space.id}/connectors`, { token, body })
    return connectorsApi.create.answer.parse(await answer.json())
  }
  const erp = await aConnector('erp', '/erp', 'job.message', ['data'])
  await aConnector('pager', '/pager', 'job.alert', [])
  const tag = await (
    await server.call('POST', `/spaces/${space.id}/tags`, { token, body: { name: 'all', color: '#336699' } })
  ).json()
  for (const path of [`connectors/${erp.id}`, `devices/${device.id}`])
    await server.call('PUT', `/spaces/${space.id}/${path}`, { token, body: { tags: [{ id: tag.id }] } })
  await server.signIn(page, person)

  await page.goto(`${server.url}/space/${space.id}/alert-rules?create=true`)
  const dialog = page.getByRole('dialog', { name: 'Create an alert rule' })
  await dialog.getByLabel('Name').fill('No data in the ERP')
  await dialog.getByRole('combobox', { name: 'Condition' }).click()
  await page.getByRole('option', { name: 'Connector failing' }).click()
  await dialog.getByLabel('For at least').fill('30 m')
  await dialog.getByRole('radio', { name: 'Selected connectors' }).click()
  await dialog.getByRole('combobox', { name: 'Connectors', exact: true }).click()
  await page.getByRole('option', { name: 'erp' }).click()
  await expect(dialog.getByText('When the connector erp fails for 30 minutes')).toBeVisible()
  await dialog.getByRole('combobox', { name: /Also send to/ }).click()
  await page.getByRole('option', { name: 'pager' }).click()
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'No data in the ERP' })).toBeVisible()

  receiver.on('/erp', (response) => void response.writeHead(503).end())
  await server.uplink(device, { body: { level: 1 } })
  await receiver.arrivals('/erp')
  await page.goto(`${server.url}/space/${space.id}/overview`)
  await expect(page.getByText(/^Deliveries failing for/)).toBeVisible({ timeout: 30_000 })

  // Let an hour pass.
  for (const statement of [
    `update delivery_attempt set created_at = created_at - interval '1 hour' where space_id = $1`,
    `update alert_rule set judged_from = judged_from - interval '1 hour' where space_id = $1`,
  ])
    await server.db.$client.query(statement, [space.id])
  await server.db.$client.query(
    `update routine set finished_at = now() - interval '4 days' where name = 'alerts back'`,
  )
  await expect(page.getByText('1 connector for 1 hour')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^Deliveries failing for/)).toHaveCount(0)
  expect((await mailbox.newest(person.email)).headers.get('subject')).toContain(
    'No data in the ERP (1 connector)',
  )
  const [request] = await receiver.arrivals('/pager')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    event: 'opened',
    connector_count: 1,
    connectors: [{ id: erp.id, name: 'erp' }],
  })

  await page.getByRole('link', { name: 'No data in the ERP' }).click()
  await expect(page.getByText('1 connector, 1 ongoing')).toBeVisible()
  await page.getByRole('link', { name: 'Deliveries of erp at that time' }).click()
  await expect(page.getByRole('row', { name: /meter-1/ })).toContainText('503')
  await page.goto(`${server.url}/space/${space.id}/connectors/${erp.id}`)
  await expect(page.getByText('1 open alert')).toBeVisible()
  await page.getByRole('link', { name: 'All alerts of this connector' }).click()
  await expect(
    page.getByRole('row', { name: /No data in the ERP/ }).getByRole('link', { name: 'erp', exact: true }),
  ).toBeVisible()

  receiver.on('/erp', (response) => void response.writeHead(204).end())
  await server.uplink(device, { body: { level: 1 } })
  await expect(page.getByText('No data available')).toBeVisible({ timeout: 45_000 })
  const requests = await receiver.arrivals('/pager', 2)
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ event: 'ended' })
  await mailbox.newest(person.email, 2)
  expect(receiver.at('/pager')).toHaveLength(2)
  await mailbox.stop()
})
