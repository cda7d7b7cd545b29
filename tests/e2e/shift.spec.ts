import type { Page } from '@playwright/test'
import { HOUR } from '#contract/common/durations'
import { anAlert, anAlertRule } from '../support/alerts'
import { aConnector, aVariable, messagesOf } from '../support/builders'
import { aDelivery } from '../support/deliveries'
import { findValues } from '../support/series'
import type { Backend } from './support/backend'
import { isThere } from './support/pages'
import { expect, test } from './support/test'

/** Largest layout shift of a page while it loads. */
const MOST = 0.01
/** Milliseconds of the first answers, and how much longer others take, so that they come one by one. */
const [DELAY, STEP] = [300, 60]

/** How long an answer takes: by its path without ids, so that the speed of the machine does not change the order of the answers. */
function delayOf(address: string): number {
  const path = new URL(address).pathname.replaceAll(/[\da-f-]{36}/g, '')
  const sum = Array.from(path, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0)
  return DELAY + STEP * (sum % 8)
}

/** Layout shifts of the open page: their sum, and the moved elements. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        const moved: string[] = []
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!('value' in entry) || typeof entry.value !== 'number') continue
            if ('hadRecentInput' in entry && entry.hadRecentInput === true) continue
            sum += entry.value
            const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
            for (const { node, previousRect, currentRect } of sources)
              if (node instanceof Element)
                moved.push(
                  `${entry.value.toFixed(3)} from ${previousRect.top} to ${currentRect.top} px: ${node.textContent?.slice(0, 60)}`,
                )
          }
          resolve({ sum, moved })
        }).observe({ type: 'layout-shift', buffered: true })
        // Without a shift the observer is not called.
        requestAnimationFrame(() => setTimeout(() => resolve({ sum, moved })))
      }),
  )

/** Opens the pages that people use most, each with data. */
async function openMostUsed(page: Page, backend: Backend) {
  const person = await backend.person()
  const space = await backend.space(person)
  const tag = await backend.tag(space, 'outdoor')
  const device = await backend.device(space, { name: 'pump-1', tags: [tag] })
  const others = await Promise.all(
    Array.from({ length: 12 }, async (_, place) => backend.device(space, { name: `valve-${place}` })),
  )
  const bodies = Array.from({ length: 12 }, (_, place) => ({ temperature: 20 + place, humidity: 40 }))
  const [message = ''] = await messagesOf(backend, device, bodies)
  const connector = await aConnector(backend, space, { tags: [tag] })
  for (const hours of [2, 4])
    await aDelivery(backend, { space, connector, device }, { at: new Date(Date.now() - hours * HOUR) })
  const rule = await anAlertRule(backend, space)
  for (const { id } of [device, ...others.slice(0, 2)]) await anAlert(backend, rule, id)
  await aVariable(backend, space, { name: 'meter-1', device_id: device.id })
  await findValues(backend)
  await backend.signIn(page, person)
  const at = `/space/${space.id}`
  return [
    `${at}/overview`,
    `${at}/devices`,
    `${at}/devices/${device.id}`,
    `${at}/devices/${device.id}?tab=history`,
    `${at}/messages`,
    `${at}/messages/${message}`,
    `${at}/alerts`,
    `${at}/alert-rules/${rule.id}`,
    `${at}/connectors`,
    `${at}/connectors/${connector.id}`,
    `${at}/variables`,
  ]
}

test('nothing moves on the most used pages while their data loads', { tag: '@heavy' }, async ({
  page,
  backend,
}) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 1500, height: 900 })
  const addresses = await openMostUsed(page, backend)
  await page.route('**/v2/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayOf(route.request().url())))
    await route.continue().catch(() => undefined)
  })
  for (const path of addresses) {
    await page.goto(path)
    await isThere(page, path)
    await page.waitForLoadState('networkidle')
    const { sum, moved } = await shiftsOf(page)
    expect.soft(sum, `${path}\n${moved.join('\n')}`).toBeLessThanOrEqual(MOST)
  }
})
