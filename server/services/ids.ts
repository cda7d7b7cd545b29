import { v7 } from 'uuid'

/** Id of a new row: UUID version 7, so that ids sort by creation; `at` is when, now unless it is given. */
export const newId = (at?: Date): string => v7(at && { msecs: at.getTime() })
