import { hashKey } from '@tanstack/react-query'
import type { SortPayload } from 'react-admin'
import type { View, ViewList } from '#contract/views'
import { spaceAddresses } from '../../addresses'
import { COLUMNS_PARAMETER, columnsIn, columnsText } from '../address/columns'
import { setParameter } from '../address/currentAddress'
import { VIEW_PARAMETER } from '../address/view'

/** A view of a list that this console has. */
export type KnownView = Omit<View, 'list'> & { list: ViewList }

/** What a view says of a list. */
export type Shown = Pick<View, 'filter' | 'sort' | 'order' | 'columns'>

/** The query of a list that is shown as a view says. */
export function searchOf({ filter, sort, order, columns }: Shown, id?: string): string {
  const parameters = new URLSearchParams()
  if (Object.keys(filter).length > 0) parameters.set('filter', JSON.stringify(filter))
  if (sort !== null) parameters.set('sort', sort)
  if (sort !== null) parameters.set('order', order ?? 'ASC')
  setParameter(parameters, COLUMNS_PARAMETER, columnsText(columns ?? []))
  if (id !== undefined) parameters.set(VIEW_PARAMETER, id)
  return `?${parameters}`
}

/** The address of a view: it alone says what is shown, also to those who do not have the view. */
export const addressOf = (spaceId: string, { list, id, ...shown }: KnownView): string =>
  spaceAddresses(spaceId).list(list) + searchOf(shown, id)

/** What a list shows now: its filters, its sort, and the columns that its address names. */
export interface Current {
  filter: object
  sort: SortPayload
  search: string
}

/** Whether a list shows something else than a view says. @param known the filters of the view that the list has */
export function isChanged(
  view: Shown,
  known: object,
  ownSort: SortPayload,
  { filter, sort, search }: Current,
): boolean {
  const wanted = view.sort === null ? ownSort : { field: view.sort, order: view.order ?? 'ASC' }
  return (
    hashKey([filter]) !== hashKey([known]) ||
    hashKey([wanted]) !== hashKey([sort]) ||
    columnsText(columnsIn(search) ?? []) !== columnsText(view.columns ?? [])
  )
}
