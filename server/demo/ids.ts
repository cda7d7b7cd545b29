import { v7 } from 'uuid'

/** Id of a row that was created at a time (Unix ms). */
export const newId = (at: number): string => v7({ msecs: at })
