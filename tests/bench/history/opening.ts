import { chromium } from '@playwright/test'
import type { TestSpace } from '../../support/builders'
import { chromiumOptions } from '../../support/chromium'
import { lowerQuartile } from '../api/compare'
import type { Line } from '../api/lines'
import { visit } from '../start/measure'

const ROUNDS = 9
const GOAL = 1.5
/** Of a window that shows all rows, in px. */
const HEIGHT = 3500

interface Opening {
  /** Address of the console. */
  base: string
  space: TestSpace
  /** How many devices there are. */
  rows: number
  /** The column of last values that the list has. */
  column: object
}

/** How long somebody waits who opens the list of devices: until its last row is there, against until the line in its column is. */
export async function benchOpening({ base, space, rows, column }: Opening): Promise<Line> {
  const browser = await chromium.launch(chromiumOptions)
  const lastRow = `tr[aria-rowindex="${rows + 1}"]`
  const open = async (selector: string, columns: readonly object[]) => {
    const { time } = await visit(browser, `${base}/space/${space.id}/devices?perPage=${rows}`, {
      selector,
      token: space.owner.token,
      stored: {
        'RaStoreconsole.version': '1',
        [`RaStoreconsole.devices.values.${space.id}`]: JSON.stringify(columns),
      },
      isFast: true,
      height: HEIGHT,
    })
    return time
  }
  const times: Record<'row' | 'line', number[]> = { row: [], line: [] }
  try {
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      const [row, line] = [await open(lastRow, []), await open(`${lastRow} polyline`, [column])]
      if (round === 0) continue
      times.row.push(row)
      times.line.push(line)
    }
  } finally {
    await browser.close()
  }
  const [row, line] = [lowerQuartile(times.row), lowerQuartile(times.line)]
  return {
    what: `Opening it until the last of ${rows} rows is drawn, against until its small line is`,
    measured: `${(line / row).toFixed(2)}× (${line.toFixed(0)} / ${row.toFixed(0)} ms, ${ROUNDS} visits each with an empty cache)`,
    goal: `≤ ${GOAL}×`,
    met: line / row <= GOAL,
  }
}
