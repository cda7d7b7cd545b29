import type { Page } from '@playwright/test'
import { addressesOf } from '../support/addresses'
import { anAlert, anAlertRule } from '../support/alerts'
import { aConnector } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { expectNoFaults, follow, isThere } from './support/pages'
import { expect, test } from './support/test'

/** Addresses of the console that the page links to. */
const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin, pathname }) => origin === location.origin && !/^\/(v2|guide)\//.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  )

/** The kind of a page: its address without ids and values. One page of each kind is visited. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://console.test')
  const path = pathname.replaceAll(/\/(?=[^/]*\d)[^/]{12,}/g, '/*')
  const parameters = [...searchParams].map(([name, value]) =>
    ['tab', 'create', 'edit'].includes(name) ? `${name}=${value}` : name,
  )
  return [path, ...new Set(parameters)].join(' ')
}

test('every linked page fits, logs nothing to the console, and has no accessibility faults', {
  tag: '@heavy',
}, async ({ page, backend }) => {
  test.setTimeout(900_000)
  const person = await backend.person({ systemRole: 'admin' })
  const space = await backend.space(person)
  await addressesOf(backend, space)
  const device = await backend.device(space, { name: 'tank-1' })
  await backend.messages(device, [{ level: 3 }])
  const connector = await aConnector(backend, space)
  await aDelivery(backend, { space, connector, device })
  await anAlert(backend, await anAlertRule(backend, space), device.id)
  await page.setViewportSize({ width: 1500, height: 900 })
  await backend.signIn(page, person)
  await page.goto('/spaces')
  await isThere(page, '/spaces')

  const waiting = [...(await linksOf(page)), `/space/${space.id}`]
  const seen = new Set<string>()
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    // Other spaces of this server belong to other tests.
    const isElsewhere = path.startsWith('/space/') && !path.startsWith(`/space/${space.id}`)
    if (seen.has(kindOf(path)) || isElsewhere) continue
    seen.add(kindOf(path))
    await test.step(path, async () => {
      await follow(page, path)
      await isThere(page, path)
      for (const width of [1500, 375]) {
        await page.setViewportSize({ width, height: 900 })
        const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await expect.soft.poll(excess, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 1500, height: 900 })
      await expectNoFaults(page)
      waiting.push(...(await linksOf(page)))
    })
  }
  expect(seen.size).toBeGreaterThan(50)
})
