/**
 * SQL condition: the time of a person in a space, or of a key, has not ended. By the clock of the database.
 * @param row of `space_user` or `access_key`
 */
export const isInTime = (row: string): string => `(${row}.ends_at is null or ${row}.ends_at > now())`

/**
 * SQL condition: a person is in a space: they have accepted, and their time has not ended. All that a person gets from a space asks this.
 * @param row of `space_user`
 */
export const isMember = (row: string): string => `(not ${row}.invited and ${isInTime(row)})`

/**
 * SQL condition: a person is an admin of the whole space for good; each space keeps one.
 * @param row of `space_user`
 */
export const isLastingAdmin = (row: string): string =>
  `(${row}.role = 'admin' and not ${row}.invited and ${row}.ends_at is null and not ${row}.is_limited and ${row}.permissions is null)`
