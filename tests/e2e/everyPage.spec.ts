import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { aConnector, type TestSpace } from '../support/builders'
import type { Backend } from './support/backend'
import { expect, test } from './support/test'

const THEMES = ['light', 'dark'] as const
const WIDTHS = [375, 900, 1500]

/** Creates a record by the API; returns its id. */
async function create(backend: Backend, { id, owner }: TestSpace, path: string, body: object) {
  const answer = await backend.call('POST', `/spaces/${id}/${path}`, { body, token: owner.token })
  expect(answer.status).toBe(201)
  return z.object({ id: z.string() }).parse(await answer.json()).id
}

/** Every address of the console for signed-in people, with something to see on each. */
async function addressesOf(backend: Backend, space: TestSpace): Promise<string[]> {
  const tag = await backend.tag(space, 'outdoor')
  const device = await backend.device(space, { tags: [tag], label: { site: 'Brno' } })
  const connector = await aConnector(backend, space, { tags: [tag] })
  const [first = '', second = ''] = await backend.messages(device, [{ temperature: 21 }, { temperature: 22 }])
  const key = await create(backend, space, 'keys', {
    name: 'a-key',
    tags: [tag],
    permissions: ['space:device:read', 'space:device:shell:create'],
  })
  const variable = await create(backend, space, 'variables', {
    name: 'meter-1',
    value: '00112233',
    environment: 'wmbus',
    device_id: device.id,
  })
  const guest = await create(backend, space, 'users/invite', {
    email: `guest-${space.name}@example.com`,
    space_role: 'user',
  })
  const at = `/space/${space.id}`
  const recordsOf = (name: string, id: string) => [
    `${at}/${name}`,
    `${at}/${name}?create=true`,
    `${at}/${name}/${id}`,
    `${at}/${name}/${id}?edit=true`,
  ]
  return [
    '/spaces',
    '/spaces?create=true',
    at,
    `${at}?edit=true`,
    ...recordsOf('devices', device.id),
    `${at}/devices/${device.id}?tab=firmware`,
    `${at}/devices/${device.id}/console`,
    `${at}/devices/${device.id}/create-message`,
    `${at}/messages`,
    `${at}/messages/${first}`,
    `${at}/messages/compare?a=${first}&b=${second}`,
    `${at}/dashboard?deviceId=${device.id}`,
    ...recordsOf('connectors', connector.id),
    `${at}/connectors/${connector.id}?edit=true&tab=preview`,
    `${at}/connectors/${connector.id}?edit=true&tab=advanced`,
    `${at}/connectors/${connector.id}/deliveries`,
    ...recordsOf('tags', tag.id),
    ...recordsOf('keys', key),
    ...recordsOf('variables', variable),
    ...recordsOf('users', guest),
    ...recordsOf('users', space.owner.id).slice(2),
    '/profile',
    '/profile?edit=true',
    '/profile?tab=settings',
    '/admin',
    '/no-such-page',
  ]
}

/** Waits until the page is there, then looks for faults and for what sticks out. */
async function check(page: Page, path: string) {
  const shown = path.includes('create=true')
    ? page.getByRole('dialog')
    : page.getByRole('heading', { level: 1 })
  await expect(shown.first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect.soft(violations.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}

for (const [turn, theme] of THEMES.entries()) {
  test(`no page has accessibility faults or is wider than its window (${theme})`, async ({
    page,
    backend,
  }) => {
    test.setTimeout(240_000)
    const person = await backend.person({ systemRole: 'admin' })
    const space = await backend.space(person)
    const paths = await addressesOf(backend, space)
    await page.goto('/login')
    await page.evaluate(
      (darkMode) => localStorage.setItem('preferences', JSON.stringify({ darkMode })),
      theme,
    )
    await page.reload()
    await check(page, '/login')
    await backend.signIn(page, person)
    for (const [i, path] of paths.entries()) {
      await page.setViewportSize({ width: WIDTHS[(i + turn) % WIDTHS.length] ?? 900, height: 900 })
      await page.goto(path)
      await check(page, path)
    }
  })
}
