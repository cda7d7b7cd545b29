// Takes the pictures of README.md and docs/ anew, of the console with a fresh demo.
// npm run pictures [-- history-light …]
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { api } from '#contract'
import { DEMO_ACCOUNTS } from '../../server/demoAccounts'
import { installed } from '../../server/installation'
import { addresses, type SpaceResource, spaceAddresses } from '../../src/addresses'
import { aFolder, startServer } from '../harness/database'
import { runTool } from '../harness/tool'
import { remoteCall } from '../support/builders'
import { chromiumOptions } from '../support/chromium'

/** The space of the demo that has something in every section. */
const SPACE = 'city-water'
/** The device whose values are shown. */
const HISTORY_OF = 'reservoir-04'
const [PERSON, , ADMIN] = DEMO_ACCOUNTS
/** Minutes in which the server computes the histories of the demo. */
const PATIENCE = 10
const HOUR_MS = 3_600_000

const namedSchema = z.array(z.object({ id: z.string(), name: z.string() }))

/** Signs in, and finds what is shown by its name. */
async function findScene(url: string) {
  const call = remoteCall(() => url)
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    const login = await call('POST', '/auth/login', { body: { email, password } })
    return api.auth.login.answer.parse(await login.json()).access_token
  }
  const [token, adminToken] = [await signIn(PERSON), await signIn(ADMIN)]
  const idIn = async (path: string, name: string) => {
    const answer = await call('GET', `${path}?limit=100`, { token })
    const found = namedSchema.parse(await answer.json()).find((one) => one.name === name)
    if (!found) throw new Error(`The demo has no ${name}.`)
    return found.id
  }
  const spaceId = await idIn('/spaces', SPACE)
  const idOf = (resource: SpaceResource, name: string) => idIn(`/spaces/${spaceId}/${resource}`, name)
  const hasHistory = async (device: string) => {
    const answer = await call('GET', `/spaces/${spaceId}/devices/${device}/series`, { token })
    const series = api.series.list.answer.parse(await answer.json())
    return series.some(({ last_at }) => Date.now() - Date.parse(last_at) < HOUR_MS)
  }
  const shown = await idOf('devices', HISTORY_OF)
  for (const until = Date.now() + PATIENCE * 60_000; !(await hasHistory(shown)); await wait(1000))
    if (Date.now() > until) throw new Error(`${HISTORY_OF} has no history after ${PATIENCE} minutes.`)
  return { token, adminToken, at: spaceAddresses(spaceId), idOf }
}

type Scene = Awaited<ReturnType<typeof findScene>>

/** Width and height in px. */
type Size = [width: number, height: number]

interface Picture {
  address: (scene: Scene) => string | Promise<string>
  isDark?: boolean
  /** Only system administrators see it. */
  isForAdmins?: boolean
  size?: Size
  /** What is done on the page; it ends when everything is seen. */
  show: (page: Page) => Promise<unknown>
}

const WIDE: Size = [1440, 860]
const NARROW: Size = [1280, 800]
const PHONE: Size = [390, 844]

const rows = (page: Page) => page.getByRole('row').nth(1).waitFor()
/** Twenty rows, which fill the page. */
async function manyRows(page: Page) {
  await page.getByLabel('Rows per page').selectOption('20')
  await page.getByRole('row').nth(12).waitFor()
}
const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()

/** By the name of their file in docs/. */
const PICTURES: Record<string, Picture> = {
  'devices-light': { address: ({ at }) => at.list('devices'), show: manyRows },
  'devices-phone': { address: ({ at }) => at.list('devices'), size: PHONE, show: heading('Devices') },
  'device-light': {
    address: async ({ at, idOf }) => at.record('devices', await idOf('devices', 'reservoir-01')),
    show: heading('Values'),
  },
  'history-light': {
    address: async ({ at, idOf }) =>
      at.record('devices', await idOf('devices', HISTORY_OF), { tab: 'history' }),
    show: (page) => page.getByRole('button', { name: '7 days' }).click(),
  },
  'alerts-light': {
    address: async ({ at, idOf }) =>
      at.record('alert-rules', await idOf('alert-rules', 'Reservoir low'), { edit: true }),
    async show(page) {
      const preview = page.getByRole('heading', { name: 'Preview: last 30 days' })
      await preview.scrollIntoViewIfNeeded()
    },
  },
  'rollout-light': {
    address: async ({ at, idOf }) =>
      at.record('rollouts', await idOf('rollouts', 'Sense 2.3 for the valve shafts')),
    show: rows,
  },
  'messages-light': {
    address: ({ at }) => at.list('messages', { filter: { type: ['data'] } }),
    show: manyRows,
  },
  'connector-light': {
    address: async ({ at, idOf }) =>
      at.record('connectors', await idOf('connectors', 'control-room'), { edit: true, tab: 'preview' }),
    size: NARROW,
    show: (page) => page.getByText('A request would be sent').waitFor(),
  },
  'console-dark': {
    address: async ({ at, idOf }) => at.console(await idOf('devices', 'pump-station-02')),
    isDark: true,
    show: (page) => page.getByRole('textbox', { name: 'Commands, one per line' }).waitFor(),
  },
  'dashboard-dark': {
    address: async ({ at, idOf }) => at.dashboard({ deviceId: await idOf('devices', HISTORY_OF) }),
    isDark: true,
    isForAdmins: true,
    size: NARROW,
    show: (page) => page.getByRole('button', { name: /PNG/ }).waitFor(),
  },
  // Late, because the server counts the demo's messages meanwhile.
  'overview-light': { address: ({ at }) => at.overview(), show: heading('Messages per hour') },
  'spaces-dark': { address: () => addresses.spaces, isDark: true, show: rows },
}

async function take(browser: Browser, url: string, scene: Scene, [name, picture]: [string, Picture]) {
  const { address, isDark = false, isForAdmins = false, size: [width, height] = WIDE, show } = picture
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'Europe/Prague',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const stored = {
    token: isForAdmins ? scene.adminToken : scene.token,
    preferences: JSON.stringify({ darkMode: isDark ? 'dark' : 'light', menuCollapsed: width < 1440 }),
  }
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, stored)
  await page.goto(url + (await address(scene)))
  await show(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: installed('docs', `${name}.png`), animations: 'disabled' })
  await context.close()
}

await runTool(async (lifetime) => {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !(name in PICTURES))
  if (unknown.length > 0) return { wrong: unknown.map((name) => `There is no picture ${name}.`), done: '' }
  const { url } = await startServer(lifetime, { DEMO: '1', DATA_DIR: aFolder(lifetime) })
  const browser = await chromium.launch(chromiumOptions)
  lifetime.defer(() => browser.close())
  const scene = await findScene(url)
  const chosen = Object.entries(PICTURES).filter(([name]) => asked.length === 0 || asked.includes(name))
  for (const picture of chosen) await take(browser, url, scene, picture)
  return { wrong: [], done: `${chosen.length} pictures were taken.` }
})
