/** The query parameter of a list that names its columns in their order. */
export const COLUMNS_PARAMETER = 'columns'

/** Most columns that an address names. */
const COLUMNS_MAX = 100

/** Ids may have commas, as paths of values do. */
const escaped = (id: string) => id.replaceAll('%', '%25').replaceAll(',', '%2C')
const plain = (id: string) => id.replaceAll('%2C', ',').replaceAll('%25', '%')

/** The columns that an address names, in their order; undefined if it leaves them to the person. */
export function columnsIn(search: string): string[] | undefined {
  const ids = new URLSearchParams(search).get(COLUMNS_PARAMETER)?.split(',').filter(Boolean).map(plain)
  return ids && ids.length > 0 ? [...new Set(ids)].slice(0, COLUMNS_MAX) : undefined
}

/** The value of the parameter; null for no columns. */
export const columnsText = (ids: readonly string[]): string | null =>
  ids.length > 0 ? ids.map(escaped).join(',') : null

/** The field by which an address sorts, such as `series:tank.level`. */
export const sortIn = (search: string): string | null => new URLSearchParams(search).get('sort')
