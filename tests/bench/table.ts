import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'
import type { Lifetime } from '../../server/lifetime'
import { alternate, median } from '../harness/figures'
import { type Row, ratioRow, row } from '../harness/rows'
import { openChromium, servePage } from './browser'
import type { RefreshCost } from './pages/table/control'

const ROUNDS = 7
/** Milliseconds in which a page settles. */
const SETTLE = 400

/** Cost of one fresh page. Times in milliseconds of the main thread, heap in bytes. */
interface Sample {
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

/** Opens a fresh page, lets the response arrive, and measures from there to painted rows. */
async function measure(
  browser: Browser,
  url: string,
  variant: 'plain' | 'ours',
  rows: number,
): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1500, height: 900 } })
  const page = await context.newPage()
  const broken = new Promise<never>((_resolve, reject) => page.on('pageerror', reject))
  broken.catch(() => undefined)
  await page.goto(`${url}?variant=${variant}&rows=${rows}`)
  await page.waitForFunction(() => 'bench' in window)
  await wait(SETTLE)

  const session = await context.newCDPSession(page)
  // CPU time of the thread: other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const heapBefore = await heap(session)
  const before = await busy(session)
  // A page that breaks never paints its rows.
  await Promise.race([page.evaluate(() => window.bench.release()), broken])
  await wait(SETTLE)
  const paint = (await busy(session)) - before
  const sample: Sample = { paint, heap: (await heap(session)) - heapBefore }
  if (variant === 'ours') {
    sample.same = await page.evaluate(() => window.bench.refresh(false))
    sample.changed = await page.evaluate(() => window.bench.refresh(true))
  }
  await context.close()
  return sample
}

/** Measures the table in Chromium: alternating fresh pages, the median of all rounds. */
export async function benchTable(lifetime: Lifetime): Promise<Row[]> {
  const url = await servePage(lifetime, new URL('pages/table', import.meta.url))
  const browser = await openChromium(lifetime)
  const works = [
    () => measure(browser, url, 'plain', 500),
    () => measure(browser, url, 'ours', 500),
    () => measure(browser, url, 'ours', 5000),
  ]
  const samples = await alternate(works, { rounds: ROUNDS })
  const [plain = 0, ours = 0, large = 0] = samples.map((all) => median(all.map(({ paint }) => paint)))
  const [plainHeap = 0, ourHeap = 0] = samples.map((all) => median(all.map(({ heap }) => heap)) / 1e6)
  const worst = (read: (sample: Sample) => number | undefined) =>
    Math.max(...(samples[1] ?? []).map((sample) => read(sample) ?? Number.NaN))
  const mutations = worst(({ same }) => same?.mutations)
  const sameRows = worst(({ same }) => same?.rows)
  const changedRows = worst(({ changed }) => changed?.rows)
  return [
    ratioRow('Answer to painted rows, 500 rows of 9 columns, against plain DOM', [ours, plain], {
      atMost: 1.2,
    }),
    row(
      'Refresh with the same rows: changes of the document',
      `${mutations} (${sameRows} rows rendered)`,
      '0',
      mutations === 0,
    ),
    row('Refresh with one changed row: rows rendered', String(changedRows), '1', changedRows === 1),
    ratioRow('Answer to painted rows, 5 000 rows against 500', [large, ours], { atMost: 1.5 }),
    ratioRow('Heap of the rows, 500 rows, against plain DOM', [ourHeap, plainHeap], {
      unit: 'MB',
      digits: 2,
    }),
  ]
}
