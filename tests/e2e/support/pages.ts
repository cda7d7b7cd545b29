import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { z } from 'zod'
import { aConnector, type TestSpace } from '../../support/builders'
import type { Backend } from './backend'

/** Creates a record by the API; returns its id. */
async function create(backend: Backend, { id, owner }: TestSpace, path: string, body: object) {
  const answer = await backend.call('POST', `/spaces/${id}/${path}`, { body, token: owner.token })
  expect(answer.status).toBe(201)
  return z.object({ id: z.string() }).parse(await answer.json()).id
}

/** Every address of the console for signed-in people, with something to see on each. */
export async function addressesOf(backend: Backend, space: TestSpace): Promise<string[]> {
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
    '/profile/security',
    '/admin',
    '/admin/users',
    `/admin/users/${space.owner.id}`,
    `/admin/users/${space.owner.id}?edit=true`,
    '/no-such-page',
  ]
}

/** Waits until the page of the address is there. */
export async function isThere(page: Page, path: string) {
  const isDialog = path.includes('create=true')
  // It looks at every frame; expectations look again after up to a second.
  await page.waitForFunction(
    (wanted) =>
      document.querySelector(wanted)?.checkVisibility() && !document.querySelector('[role="progressbar"]'),
    isDialog ? '[role="dialog"]' : 'h1',
  )
  const shown = isDialog ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 })
  await expect(shown.first()).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** The accessibility faults of what is on screen: each rule with the first element that breaks it. */
const faultsOf = (page: Page, options: RunOptions) =>
  page.evaluate(async (chosen) => {
    const { violations } = await window.axe.run(document, chosen)
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
  }, options)

/** Looks for accessibility faults of what is on screen, in both themes. */
export async function expectNoFaults(page: Page) {
  // Colours that change slowly have no contrast to measure meanwhile.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(axe.source)
  for (const darkMode of ['light', 'dark']) {
    await page.evaluate((preferences) => {
      localStorage.setItem('preferences', preferences)
      // As when another tab of the browser changes it.
      window.dispatchEvent(new StorageEvent('storage', { key: 'preferences' }))
    }, JSON.stringify({ darkMode }))
    await expect(page.locator('html')).toHaveCSS('color-scheme', darkMode)
    const options: RunOptions = { resultTypes: ['violations'] }
    // The other theme has other colours only.
    if (darkMode === 'dark') options.runOnly = ['color-contrast']
    // Some parts take the new colours a moment later.
    await expect
      .soft(async () => {
        expect(await faultsOf(page, options)).toEqual([])
      }, `${page.url()} in the ${darkMode} theme`)
      .toPass({ timeout: 10_000 })
  }
}
