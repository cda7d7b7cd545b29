import type { Page } from '@playwright/test'
import { and, count, eq, like } from 'drizzle-orm'
import { simulatedSim } from '../../server/db/schema'
import type { Backend } from './support/backend'
import { expectNoFaults } from './support/pages'
import { test as base, expect } from './support/test'

/** A server with the simulated SIM provider, for all tests of this file. */
const test = base.extend<object, { demo: Backend }>({
  demo: [
    async ({ backend }, use) => use(await backend.ownServer({ env: { DEMO: '1' } })),
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Numbers of SIMs with a common prefix, for one test. */
const idsOf = (series: number, amount: number) =>
  Array.from({ length: amount }, (_, i) => `00101${series}${String(i).padStart(9, '0')}`)

async function fill(demo: Backend, ids: readonly string[]) {
  await demo.db.insert(simulatedSim).values(
    ids.map((imsi) => ({
      imsi,
      iccid: `8999${imsi.slice(5)}000000`,
      state: 'Active.Ready',
      attr1: 'Orchard',
      latency: 2,
    })),
  )
}

async function openAs(demo: Backend, page: Page, path: string) {
  await demo.signIn(page, await demo.person({ systemRole: 'admin' }))
  await page.goto(demo.url + path)
}

const input = (page: Page) => page.getByRole('textbox', { name: 'IMSI or ICCID, one per line' })

/** Pastes rows of a sheet, because filling in hundreds of lines takes the browser seconds. */
async function paste(page: Page, ids: readonly string[]) {
  const sheet = ['SIM\tICCID\tPlace', ...ids.map((id) => `sim\t'${id}\tBrno`)].join('\r\n')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), sheet)
  await input(page).click()
  await page.keyboard.press('Control+V')
}

async function lookUp(page: Page, ids: readonly string[]) {
  await paste(page, ids)
  await page.getByRole('button', { name: `Look up ${ids.length} SIM cards` }).click()
  await expect(page.getByText(`${ids.length} found`)).toBeVisible()
}

/** Chooses the state Active.Live for the selected SIMs, and applies it after the preview. */
async function makeLive(page: Page, amount: number) {
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active.Live')
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'What would change' })
  await expect(dialog.getByText(`${amount} SIM cards will change.`)).toBeVisible()
  await dialog.getByRole('button', { name: `Change ${amount} SIM cards` }).click()
}

const isOf = (ids: readonly string[]) => like(simulatedSim.imsi, `${ids[0]?.slice(0, 6)}%`)

/** Number of live SIMs among these. */
async function liveOf(demo: Backend, ids: readonly string[]) {
  const where = and(isOf(ids), eq(simulatedSim.state, 'Active.Live'))
  const [row] = await demo.db.select({ live: count() }).from(simulatedSim).where(where)
  return row?.live
}

test('a hundred SIM cards are changed at once', { tag: '@heavy' }, async ({ page, demo }) => {
  const ids = idsOf(2, 120)
  await fill(demo, ids)
  await openAs(demo, page, '/admin/sims')
  await lookUp(page, ids)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await makeLive(page, 120)
  await expect(page.getByText(/^120 done$/)).toBeVisible()
  await expectNoFaults(page)
  expect(await liveOf(demo, ids)).toBe(120)
})
