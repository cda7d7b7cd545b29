import { ApiError } from '../../errors'

/**
 * A statement that is written as text: its conditions, and the values that its placeholders stand for. Drizzle's `sql` is for
 * statements that are written once; here what is read depends on the filters and on the caller.
 */
export class Statement {
  readonly values: unknown[] = []
  readonly conditions: string[] = []

  /** The placeholder of a value. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`
  }

  /** All conditions, for `where`. */
  get condition(): string {
    return this.conditions.join(' and ')
  }
}

/** Where a page begins: after a row, or after a number of rows. Rules, "Requests". */
export interface PageStart {
  offset?: number | string | undefined
  cursor?: string | undefined
}

/** The id of the row that a page begins after. */
export const cursorOf = ({ cursor, offset }: PageStart): string | undefined =>
  cursor ?? (typeof offset === 'string' ? offset : undefined)

/** How many rows are before a page. */
export const rowsBefore = ({ offset }: PageStart): number => (typeof offset === 'number' ? offset : 0)

/** Refuses a page that begins after what is no row of its list. @param row such as "a device" */
export const wrongCursor = ({ cursor }: PageStart, row: string): ApiError =>
  new ApiError(400, `${cursor === undefined ? 'offset' : 'cursor'} is not the id of ${row}`)
