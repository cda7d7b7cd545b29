import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '../../errors'

/**
 * A statement that is built as text: its conditions, and the values of its placeholders. Drizzle's `sql` is for fixed statements; here the
 * text depends on the filters and on the caller.
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

/** The start of a page: after a row, or after a number of rows. Rules, "Requests". */
export interface PageStart {
  offset?: number | string | undefined
  cursor?: string | undefined
}

/** The id of the row that a page begins after. */
export const cursorOf = ({ cursor, offset }: PageStart): string | undefined =>
  cursor ?? (typeof offset === 'string' ? offset : undefined)

export const rowsBefore = ({ offset }: PageStart): number => (typeof offset === 'number' ? offset : 0)

/** The error for a cursor that is not a row of its list. @param row such as "a device" */
export const wrongCursor = ({ cursor }: PageStart, row: string): ApiError =>
  new ApiError(400, `${cursor === undefined ? 'offset' : 'cursor'} is not the id of ${row}`)

/** A statement with the values of its `$1`, `$2`…, for Drizzle. */
export const withValues = (text: string, values: unknown[]): SQL =>
  sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql.param(values[Number(part) - 1]))),
  )
