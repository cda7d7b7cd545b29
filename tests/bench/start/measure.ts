import type { Browser, CDPSession, Page } from '@playwright/test'

/** A slow line: bytes per second, and milliseconds from a request to the beginning of its answer. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const TIMEOUT_MS = 180_000

/** One visit with an empty cache. */
export interface Visit {
  /** Milliseconds from the beginning of the navigation until the page was there. */
  time: number
  /** Bytes of each answer up to then, the page's own first. */
  sizes: number[]
}

declare global {
  interface Window {
    /** When the page was there, in milliseconds since the beginning of the navigation. */
    shownAt?: number
  }
}

/** Notes in the page when something first matches the selector and is painted. */
function noteWhenShown(selector: string) {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      window.shownAt = performance.now()
    })
  }).observe(document, { childList: true, subtree: true })
}

/** Counts the bytes of each answer as they came over the network, headers included. */
async function countAnswers(session: CDPSession) {
  const sizes = new Map<string, number>()
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await session.send('Network.enable')
  return sizes
}

interface Options {
  /** What shows that the page is there. */
  selector: string
  /** Token of the signed-in person, in local storage. */
  token?: string
  /** What else is in local storage. */
  stored?: Record<string, string>
  /** Of the window, in px. */
  height?: number
  /** On a line without limits. */
  isFast?: boolean
}

/** Opens an address in a fresh browser context over the slow line. */
export async function visit(browser: Browser, url: string, options: Options): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1500, height: options.height ?? 900 },
    locale: 'en-US',
  })
  const page: Page = await context.newPage()
  const stored = { ...(options.token && { token: options.token }), ...options.stored }
  await page.addInitScript((items) => Object.assign(localStorage, items), stored)
  await page.addInitScript(noteWhenShown, options.selector)
  const session = await context.newCDPSession(page)
  const answers = await countAnswers(session)
  if (!options.isFast) await session.send('Network.emulateNetworkConditions', LINE)
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => window.shownAt, undefined, { timeout: TIMEOUT_MS })
  const time = Number(await shown.jsonValue())
  const sizes = [...answers.values()]
  await context.close()
  return { time, sizes }
}
