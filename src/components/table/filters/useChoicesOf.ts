import type { ColumnFilter } from '../types'

/** The choices of a multiselect filter; undefined while they load. */
export const useChoicesOf = ({ useChoices }: Extract<ColumnFilter, { kind: 'multiselect' }>) =>
  // oxlint-disable-next-line react/hooks -- a part that shows a filter never gets another one, so it is always the same hook
  useChoices()
