import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import type { Lifetime } from '../../server/lifetime'
import { aFolder } from '../harness/database'
import { chromiumOptions } from '../support/chromium'

/** A slow connection: bytes per second, and milliseconds from a request to the start of its response. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const TIMEOUT_MS = 180_000

/** Starts Chromium until the lifetime ends. */
export async function openChromium(lifetime: Lifetime): Promise<Browser> {
  const browser = await chromium.launch(chromiumOptions)
  lifetime.defer(() => browser.close())
  return browser
}

/** Builds a benchmark page and serves it on a free port. @returns its address */
export async function servePage(lifetime: Lifetime, root: URL): Promise<string> {
  const outDir = aFolder(lifetime)
  const shared = { root: fileURLToPath(root), configFile: false, logLevel: 'error' } as const
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2022' } })
  const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  lifetime.defer(() => server.close())
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The page of the benchmark is not served')
  return url
}

/** One visit with an empty cache. */
export interface Visit {
  /** Milliseconds from the start of the navigation until the page was shown. */
  time: number
  /** Bytes of each response until then on the network, headers included; the page itself comes first. */
  sizes: number[]
}

declare global {
  interface Window {
    /** When the page was shown, in milliseconds since the start of the navigation. */
    shownAt?: number
  }
}

/** Records in the page when an element that matches the selector is first painted. */
function noteWhenShown(selector: string) {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      window.shownAt = performance.now()
    })
  }).observe(document, { childList: true, subtree: true })
}

interface Options {
  /** The page is shown when an element matches this. */
  selector: string
  /** Local storage at the start. */
  stored?: Record<string, string>
  /** Height of the window, in px. */
  height?: number
  /** Whether the connection has no limits. */
  isFast?: boolean
}

/** Opens an address in a fresh browser context over the slow connection. */
export async function visit(
  browser: Browser,
  url: string,
  { selector, stored = {}, height = 900, isFast = false }: Options,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1500, height }, locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript((items) => Object.assign(localStorage, items), stored)
  await page.addInitScript(noteWhenShown, selector)
  const session = await context.newCDPSession(page)
  const sizes = new Map<string, number>()
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await session.send('Network.enable')
  if (!isFast) await session.send('Network.emulateNetworkConditions', LINE)
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => window.shownAt, undefined, { timeout: TIMEOUT_MS })
  const time = Number(await shown.jsonValue())
  await context.close()
  return { time, sizes: [...sizes.values()] }
}
