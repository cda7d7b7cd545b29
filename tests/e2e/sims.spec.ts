import type { Page } from '@playwright/test'
import { and, count, eq, inArray, like } from 'drizzle-orm'
import { auditEntry, simulatedSim } from '../../server/db/schema'
import type { Backend } from './support/backend'
import { press, tabTo } from './support/keyboard'
import { expectNoFaults } from './support/pages'
import { test as base, expect } from './support/test'

/** A server with the simulated SIM provider, for all tests of this file. */
const test = base.extend<object, { demo: Backend }>({
  demo: [
    async ({ backend }, use) => use(await backend.ownServer({ env: { DEMO: '1' } })),
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Numbers of SIMs that begin alike, and belong to one test. */
const idsOf = (series: number, amount: number) =>
  Array.from({ length: amount }, (_, i) => `00101${series}${String(i).padStart(9, '0')}`)

async function fill(
  demo: Backend,
  ids: readonly string[],
  values: Partial<typeof simulatedSim.$inferInsert> = {},
) {
  await demo.db.insert(simulatedSim).values(
    ids.map((imsi) => ({
      imsi,
      iccid: `8999${imsi.slice(5)}000000`,
      state: 'Active.Ready',
      attr1: 'Orchard',
      latency: 2,
      ...values,
    })),
  )
}

async function openAs(demo: Backend, page: Page, path: string) {
  await demo.signIn(page, await demo.person({ systemRole: 'admin' }))
  await page.goto(demo.url + path)
}

const input = (page: Page) => page.getByRole('textbox', { name: 'IMSI or ICCID, one per line' })

/** Pastes rows of a sheet; to fill in hundreds of lines takes the browser seconds. */
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
  await expect(page.getByText(`${ids.length} found`)).toBeVisible({ timeout: 30_000 })
}

/** Chooses the state Active.Live for what is selected, and applies it after the preview. */
async function makeLive(page: Page, amount: number) {
  await page.getByRole('combobox', { name: 'State' }).selectOption('Active.Live')
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'What would change' })
  await expect(dialog.getByText(`${amount} SIM cards will change.`)).toBeVisible()
  await dialog.getByRole('button', { name: `Change ${amount} SIM cards` }).click()
}

const isOf = (ids: readonly string[]) => like(simulatedSim.imsi, `${ids[0]?.slice(0, 6)}%`)

/** How many of the SIMs are live. */
async function liveOf(demo: Backend, ids: readonly string[]) {
  const where = and(isOf(ids), eq(simulatedSim.state, 'Active.Live'))
  const [row] = await demo.db.select({ live: count() }).from(simulatedSim).where(where)
  return row?.live
}

/** How many changes of the SIMs the server has made or tried. */
async function changesOf(demo: Backend, ids: readonly string[]) {
  const where = and(eq(auditEntry.action, 'sim.update'), like(auditEntry.targetId, `${ids[0]?.slice(0, 6)}%`))
  const [row] = await demo.db.select({ changes: count() }).from(auditEntry).where(where)
  return row?.changes
}

test('of 300 SIMs 280 are changed, 20 of them after another try', async ({ page, demo }) => {
  test.slow()
  const ids = idsOf(1, 300)
  await fill(demo, ids)
  for (const imsi of ids.slice(100, 120))
    await demo.db.update(simulatedSim).set({ failures: 1 }).where(eq(simulatedSim.imsi, imsi))
  await openAs(demo, page, '/admin/sims')
  await lookUp(page, ids)
  const table = page.getByRole('table', { name: 'SIM cards' })
  await expect(table).toHaveAttribute('aria-rowcount', '301')
  await table.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  for (const imsi of ids.slice(0, 20)) await table.getByRole('checkbox', { name: imsi }).uncheck()
  await expect(page.getByText('280 selected')).toBeVisible()
  await makeLive(page, 280)

  await expect(page.getByText('20 failed, 260 done')).toBeVisible({ timeout: 60_000 })
  const failures = page.getByRole('list', { name: 'SIM cards that were not changed' })
  await expect(failures.getByRole('listitem')).toHaveCount(20)
  await expect(failures).toContainText(`${ids[100]}: No answer came, and the change was not made.`)
  expect(await liveOf(demo, ids)).toBe(260)
  await page.getByRole('button', { name: 'Retry 20 SIM cards' }).click()
  await expect(page.getByText('280 done')).toBeVisible({ timeout: 30_000 })
  expect(await liveOf(demo, ids)).toBe(280)
  expect(await changesOf(demo, ids)).toBe(300)
  await expectNoFaults(page)
})

test('a change that a closed tab has left is gone on with', async ({ page, demo, context }) => {
  const ids = idsOf(2, 120)
  const slow = inArray(simulatedSim.imsi, ids.slice(20))
  await fill(demo, ids)
  await openAs(demo, page, '/admin/sims')
  await lookUp(page, ids)
  // Long enough that the tab is closed in the middle.
  await demo.db.update(simulatedSim).set({ latency: 500 }).where(slow)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await makeLive(page, 120)
  await expect.poll(() => liveOf(demo, ids), { timeout: 30_000 }).toBeGreaterThan(10)
  await page.close()
  await demo.db.update(simulatedSim).set({ latency: 2 }).where(slow)

  const next = await context.newPage()
  await next.goto(`${demo.url}/admin/sims`)
  await expect(next.getByRole('button', { name: 'Look up 120 SIM cards' })).toBeEnabled()
  await expect(next.getByText('A change of 120 SIM cards was not completed')).toBeVisible()
  await next.getByRole('button', { name: /^(Check and c|C)ontinue$/ }).click()
  await expect(next.getByText(/^120 done|done, \d+ unchanged$/)).toBeVisible({ timeout: 60_000 })
  expect(await liveOf(demo, ids)).toBe(120)
  // Only a call that was cut off before the server had it may be made once more.
  expect(await changesOf(demo, ids)).toBe(120)
  await expect(next.getByText('was not completed')).toHaveCount(0)
})

test('SIMs are transferred, once every line is right', async ({ page, demo }) => {
  const ids = idsOf(3, 30)
  await fill(demo, ids, { state: null })
  await demo.db
    .update(simulatedSim)
    .set({ failures: 1 })
    .where(eq(simulatedSim.imsi, ids[7] ?? ''))
  const stateless = async () =>
    (await demo.db.select().from(simulatedSim).where(isOf(ids))).filter(({ state }) => state === null).length
  await openAs(demo, page, '/admin/devices')
  await page.getByRole('button', { name: 'Transfer device SIM' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer device SIM' })
  const lines = dialog.getByRole('textbox', { name: 'IMSI or ICCID, one per line' })
  await lines.fill(['12', '', ...ids, 'abc'].join('\n'))
  await dialog.getByRole('button', { name: 'Transfer 30 SIM cards' }).click()
  await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveText([
    'Invalid IMSI or ICCID on line 1',
    'Invalid IMSI or ICCID on line 33',
  ])
  await expectNoFaults(page)
  expect(await stateless()).toBe(30)
  await lines.fill(ids.join('\n'))
  await dialog.getByRole('button', { name: 'Transfer 30 SIM cards' }).click()
  await expect(
    dialog.getByText(`Error transferring SIM ${ids[7]}: the SIM provider did not answer`),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Retry 1 SIM card' }).click()
  await expect(dialog.getByText('30 done')).toBeVisible()
  expect(await stateless()).toBe(0)
})

test('SIMs are looked up and changed without a mouse', async ({ page, demo }) => {
  const ids = idsOf(4, 3)
  await fill(demo, ids)
  await openAs(demo, page, '/admin/sims')
  await tabTo(page, input(page))
  await page.keyboard.insertText(ids.join('\n'))
  await press(page, page.getByRole('button', { name: 'Look up 3 SIM cards' }))
  await expect(page.getByText('3 found')).toBeVisible()
  await tabTo(page, page.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('combobox', { name: 'State' }))
  await page.keyboard.type('Active.L')
  await press(page, page.getByRole('button', { name: 'Preview the changes' }))
  await press(page, page.getByRole('button', { name: 'Change 3 SIM cards' }))
  await expect(page.getByText('3 done')).toBeVisible()
  expect(await liveOf(demo, ids)).toBe(3)
})
