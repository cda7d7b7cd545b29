import { type Browser, expect, type Page, type Worker } from '@playwright/test'
import type { Device } from '#contract/devices'
import { LINK_PARAMETER } from '../../../src/pages/dashboard/code/link'
import type { Backend } from '../../e2e/support/backend'
import { ESCAPED } from '../corpus'
import { aimAt, INPUT } from '../judge'
import { openConsole, PATIENCE } from './browser'
import { bodyOf, type Door, errorIn } from './door'
import { isSandbox, Watch } from './watch'

const HONEST_CODE = `//{"honest":"red"}
const isAsEver = message.body.list.map((x) => x * 2).join() === '2,4' && typeof leak === 'undefined' && String({}) === '[object Object]'
return { date: message.created_at, honest: isAsEver ? 42 : 0 }`

/** Texts for the outcome of code: a failure, no readings, or the series. */
const OUTCOME = /left out|returned no readings|could not be run|first line|Readings/

const chart = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })

/** The text of the chart, as soon as the code has run. */
async function outcomeOf(page: Page): Promise<string> {
  await expect(chart(page)).toContainText(OUTCOME, PATIENCE)
  return chart(page).innerText()
}

/** Whether the honest code still has the same result. */
const isHonest = async (page: Page) => {
  const row = chart(page).getByRole('row').filter({ hasText: 'honest' })
  return row
    .filter({ hasText: /42/ })
    .waitFor(PATIENCE)
    .then(
      () => true,
      () => false,
    )
}

/** The dashboard of a device, and the storage key of its code. */
interface Place {
  name: string
  path: string
  key: string
}

/** Stores code for the dashboard of a device, as the page does. */
const keep = (page: Page, key: string, code: string) =>
  page.evaluate(([key, json]) => localStorage.setItem(key, String(JSON.parse(json))), [
    key,
    JSON.stringify(code),
  ] as const)

/** Opens the dashboard of a device like a link of the console, without reloading the page. */
async function follow(page: Page, { path, name }: Place, fragment = '') {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path + fragment)
  await expect(page.getByRole('link', { name })).toBeVisible(PATIENCE)
}

/** Creates the dashboards of two devices, and opens the honest one. */
async function openDashboards(browser: Browser, backend: Backend) {
  const { page, space, device } = await openConsole(browser, backend)
  const other = await backend.device(space)
  await backend.messages(other, [JSON.parse(INPUT)])
  const of = ({ id, name }: Device): Place => ({
    name,
    path: `/space/${space.id}/dashboard?deviceId=${id}`,
    key: `dashboard:${space.id}/device/${id}`,
  })
  const [own, hostile] = [of(device), of(other)]
  await keep(page, own.key, HONEST_CODE)
  await page.goto(own.path)
  if (!(await isHonest(page))) throw new Error('the honest code does not run on the dashboard')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible(PATIENCE)
  return { page, own, hostile, watch: await Watch.over(page, backend.url) }
}

/** Faults of an outcome, and of the honest run after it. */
const judge = (text: string, honest: boolean) => [
  ...(text.includes(ESCAPED) ? ['it got hold of the host'] : []),
  ...(text.includes('could not be run') ? ['the sandbox did not start'] : []),
  ...(honest ? [] : ['the honest code after it gave something else']),
]

/** Scripts are stored in this browser as code for the dashboard of a device. */
export async function dashboardDoor(browser: Browser, backend: Backend, listener: string): Promise<Door> {
  const { page, own, hostile, watch } = await openDashboards(browser, backend)
  return {
    name: 'a dashboard, as its saved code',
    async attack(attack) {
      await keep(page, hostile.key, bodyOf(aimAt(listener, attack)))
      const startedAt = performance.now()
      await follow(page, hostile)
      const text = await outcomeOf(page)
      const milliseconds = performance.now() - startedAt
      const noticed = await watch.look()
      await follow(page, own)
      const objections = [...noticed, ...judge(text, await isHonest(page))]
      return { end: errorIn(text, 'no readings'), milliseconds, objections }
    },
    asked: () => watch.asked,
    close: () => page.close(),
  }
}

/** Scripts come with a link to a dashboard. Nothing may run before the click. */
export async function linkDoor(browser: Browser, backend: Backend, listener: string): Promise<Door> {
  const { page, own, watch } = await openDashboards(browser, backend)
  const question = page.getByRole('heading', { name: 'This link contains code' })
  const refusal = page.getByText(/^The code in this link/)
  return {
    name: 'a dashboard, by a link',
    async attack(attack) {
      const early: string[] = []
      const note = (worker: Worker) => isSandbox(worker) && early.push('it ran before the click')
      page.on('worker', note)
      const code = Buffer.from(bodyOf(aimAt(listener, attack))).toString('base64url')
      await follow(page, own, `#${LINK_PARAMETER}=${code}`)
      await expect(question.or(refusal)).toBeVisible(PATIENCE)
      if (await refusal.isVisible()) {
        page.off('worker', note)
        const noticed = await watch.look()
        await follow(page, own)
        return {
          end: 'refused',
          milliseconds: 0,
          objections: [...noticed, ...judge('', await isHonest(page))],
        }
      }
      await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible(PATIENCE)
      // The previous page's sandbox is closed when the confirmation appears.
      await expect.poll(() => page.workers().filter(isSandbox).length, PATIENCE).toBe(0)
      const before = await watch.look()
      page.off('worker', note)
      const startedAt = performance.now()
      await page.getByRole('button', { name: 'Run this code' }).click()
      const text = await outcomeOf(page)
      const milliseconds = performance.now() - startedAt
      const noticed = await watch.look()
      await page.getByRole('button', { name: 'Back to my code' }).click()
      const objections = [...early, ...before, ...noticed, ...judge(text, await isHonest(page))]
      return { end: errorIn(text, 'no readings'), milliseconds, objections }
    },
    asked: () => watch.asked,
    close: () => page.close(),
  }
}
