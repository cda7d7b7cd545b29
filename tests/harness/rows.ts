import type { Pair } from './figures'

/** One measurement of a tool. */
export interface Row {
  what: string
  measured: string
  goal: string
  /** Undefined without a goal. */
  met: boolean | undefined
}

interface Goal {
  atMost?: number
  atLeast?: number
}

interface Shape extends Goal {
  /** Unit of the numbers. */
  unit?: string
  digits?: number
  /** Additional text. */
  also?: string
}

/** A row of any form; without a goal it only informs. */
export const row = (what: string, measured: string, goal = '', met?: boolean): Row => ({
  what,
  measured,
  goal,
  met,
})

const isMet = (value: number, { atMost, atLeast }: Goal) =>
  atMost === undefined && atLeast === undefined
    ? undefined
    : value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity)

function goalOf({ atMost, atLeast }: Goal, unit: string): string {
  if (atMost !== undefined) return `≤ ${atMost}${unit}`
  return atLeast === undefined ? '' : `≥ ${atLeast}${unit}`
}

/** A number and its goal. */
export function valueRow(
  what: string,
  value: number,
  { unit = 'ms', digits = 1, also = '', ...goal }: Shape,
) {
  return row(what, `${value.toFixed(digits)} ${unit}${also}`, goalOf(goal, ` ${unit}`), isMet(value, goal))
}

/** Formats the ratio to a base. */
export const ratioText = ([value, base]: Pair, unit = 'ms', digits = 1) =>
  `${(value / base).toFixed(2)}× (${value.toFixed(digits)} / ${base.toFixed(digits)} ${unit})`

/** A row that compares something with its base. */
export function ratioRow(what: string, pair: Pair, { unit, digits, also = '', ...goal }: Shape): Row {
  const ratio = pair[0] / pair[1]
  return row(what, ratioText(pair, unit, digits) + also, goalOf(goal, '×'), isMet(ratio, goal))
}

/** Prints rows under a title. @returns whether all goals are met */
export function printRows(title: string, rows: readonly Row[]): boolean {
  console.log(`${title}\n`)
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, measured, goal, met } of rows) {
    const verdict = met === undefined ? '' : met ? '  met' : '  MISSED'
    console.log(`${what.padEnd(width)}  ${measured}${goal && `  goal ${goal}`}${verdict}`)
  }
  console.log()
  return rows.every(({ met }) => met !== false)
}
