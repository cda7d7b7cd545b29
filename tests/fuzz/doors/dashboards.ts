import { type Browser, expect, type Page } from '@playwright/test'
import type { Device } from '#contract/devices'
import type { Backend } from '../../e2e/support/backend'
import { ESCAPED } from '../corpus'
import { INPUT } from '../judge'
import { openConsole, PATIENCE } from './browser'
import { Watch } from './watch'

const HONEST_CODE = `//{"honest":"red"}
const isAsEver = message.body.list.map((x) => x * 2).join() === '2,4' && typeof leak === 'undefined' && String({}) === '[object Object]'
return { date: message.created_at, honest: isAsEver ? 42 : 0 }`

/** Tells the outcome of code: a failure, no readings, or the series. */
const OUTCOME = /left out|returned no readings|could not be run|first line|Readings/

const chart = (page: Page) => page.getByRole('region', { name: 'Chart', exact: true })

/** The text of the chart, as soon as the code has run. */
export async function outcomeOf(page: Page): Promise<string> {
  await expect(chart(page)).toContainText(OUTCOME, PATIENCE)
  return chart(page).innerText()
}

/** Whether the honest code still returns the same. */
export const isHonest = async (page: Page) => {
  const row = chart(page).getByRole('row').filter({ hasText: 'honest' })
  return row
    .filter({ hasText: /42/ })
    .waitFor(PATIENCE)
    .then(
      () => true,
      () => false,
    )
}

/** The dashboard of a device, and where the browser keeps its code. */
interface Place {
  name: string
  path: string
  key: string
}

/** Keeps code for the dashboard of a device, as the page does. */
export const keep = (page: Page, key: string, code: string) =>
  page.evaluate(([key, json]) => localStorage.setItem(key, String(JSON.parse(json))), [
    key,
    JSON.stringify(code),
  ] as const)

/** Opens the dashboard of a device as one of the console's own links does, without reloading the page. */
export async function follow(page: Page, { path, name }: Place, fragment = '') {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path + fragment)
  await expect(page.getByRole('link', { name })).toBeVisible(PATIENCE)
}

/** The dashboards of two devices, with the honest one open. */
export async function openDashboards(browser: Browser, backend: Backend) {
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

/** What is wrong with an outcome, and with the honest run after it. */
export const judge = (text: string, honest: boolean) => [
  ...(text.includes(ESCAPED) ? ['it got hold of the host'] : []),
  ...(text.includes('could not be run') ? ['the sandbox did not start'] : []),
  ...(honest ? [] : ['the honest code after it gave something else']),
]
