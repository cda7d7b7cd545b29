import type { Browser, CDPSession } from '@playwright/test'
import type { RefreshCost } from './page/control'

export interface Variant {
  name: 'plain' | 'ours'
  rows: number
}

/** Cost of one fresh page. Times in milliseconds of the main thread, heap in bytes. */
export interface Sample {
  paint: number
  heap: number
  same?: RefreshCost
  changed?: RefreshCost
}

async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const SETTLE = 400

/** Opens a fresh page, lets the answer arrive, and measures from there to painted rows. */
export async function measure(browser: Browser, url: string, { name, rows }: Variant): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1500, height: 900 } })
  const page = await context.newPage()
  const broken = new Promise<never>((_resolve, reject) => page.on('pageerror', reject))
  broken.catch(() => undefined)
  await page.goto(`${url}/?variant=${name}&rows=${rows}`)
  await page.waitForFunction(() => 'bench' in window)
  await rest(SETTLE)

  const session = await context.newCDPSession(page)
  // CPU time of the thread: other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const heapBefore = await heap(session)
  const before = await busy(session)
  // A page that breaks never paints its rows.
  await Promise.race([page.evaluate(() => window.bench.release()), broken])
  await rest(SETTLE)
  const paint = (await busy(session)) - before
  const sample: Sample = { paint, heap: (await heap(session)) - heapBefore }
  if (name === 'ours') {
    sample.same = await page.evaluate(() => window.bench.refresh(false))
    sample.changed = await page.evaluate(() => window.bench.refresh(true))
  }
  await context.close()
  return sample
}
