import { v7 } from 'uuid'

/** Id of a new row: UUID version 7, so that ids sort by creation. */
export const newId = (): string => v7()
