import type { Page } from '@playwright/test'
import { and, count, eq, inArray, like } from 'drizzle-orm'
import { auditEntry, simulatedSim } from '../../server/db/schema'
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

/** Number of changes of the SIMs that the server has made or attempted. */
async function changesOf(demo: Backend, ids: readonly string[]) {
  const where = and(eq(auditEntry.action, 'sim.update'), like(auditEntry.targetId, `${ids[0]?.slice(0, 6)}%`))
  const [row] = await demo.db.select({ changes: count() }).from(auditEntry).where(where)
  return row?.changes
}

test('a change that was interrupted by closing its tab can be continued', { tag: '@heavy' }, async ({
  page,
  demo,
  context,
}) => {
  const ids = idsOf(2, 120)
  const slow = inArray(simulatedSim.imsi, ids.slice(20))
  await fill(demo, ids)
  await openAs(demo, page, '/admin/sims')
  await lookUp(page, ids)
  // All of them take most of a minute, so the tab is closed in the middle.
  await demo.db.update(simulatedSim).set({ latency: 3000 }).where(slow)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  let begun = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') begun++
  })
  await makeLive(page, 120)
  await expect.poll(() => liveOf(demo, ids)).toBeGreaterThanOrEqual(20)
  await expect.poll(() => begun).toBeGreaterThan(20)
  await page.close()
  await demo.db.update(simulatedSim).set({ latency: 2 }).where(slow)
  // The server completes changes that it had started; it reads a card before it records its change.
  await expect.poll(() => liveOf(demo, ids)).toBe(begun)

  const next = await context.newPage()
  await next.goto(`${demo.url}/admin/sims`)
  await expect(next.getByRole('button', { name: 'Look up 120 SIM cards' })).toBeEnabled()
  await expect(next.getByText('A change of 120 SIM cards was not completed')).toBeVisible()
  await next.getByRole('button', { name: 'Check and continue' }).click()
  await expect(next.getByText(/^120 done|done, \d+ unchanged$/)).toBeVisible()
  await expectNoFaults(next)
  expect(await liveOf(demo, ids)).toBe(120)
  // None was made twice.
  expect(await changesOf(demo, ids)).toBe(120)
  await expect(next.getByText('was not completed')).toHaveCount(0)
})
