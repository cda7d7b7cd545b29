import { Button } from '@mui/material'
import { useContext, useState } from 'react'
import { type Identifier, type RaRecord, useListContext } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../../../i18n/translate'
import { useFailureToast } from '../../action/useFailureToast'
import { MoreContext } from '../paging/useCounted'
import { AllRowsContext, filtersKey, SELECT_MAX } from './allRows'

/** Selects all rows that match the filters, once all of the page are selected and there are more. */
export default function SelectAll() {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const showFailure = useFailureToast()
  const { setAll } = useContext(AllRowsContext)
  const more = useContext(MoreContext)
  const [isReading, setReading] = useState(false)
  const list = useListContext<RaRecord>()
  const { resource, data = [], selectedIds, total = 0, onSelect, filter, filterValues } = list
  const selected = new Set(selectedIds)
  const isOffered =
    more === null && data.length > 0 && total > selectedIds.length && data.every(({ id }) => selected.has(id))
  if (!isOffered) return null
  if (total > SELECT_MAX)
    return <span>{translate('table.selection.tooMany', { smart_count: SELECT_MAX })}</span>

  /** Each page begins after the last row of the one before, so that no change between them hides a row. */
  async function readAll() {
    const rows = new Map<Identifier, RaRecord>()
    for (let page = 1; rows.size <= SELECT_MAX; page++) {
      const found = await dataProvider.getList<RaRecord>(resource, {
        pagination: { page, perPage: LIST_LIMIT },
        sort: { field: 'id', order: 'ASC' },
        filter: { ...filterValues, ...filter },
      })
      for (const row of found.data) rows.set(row.id, row)
      if (found.data.length < LIST_LIMIT) break
    }
    return [...rows.values()].slice(0, SELECT_MAX)
  }

  async function select() {
    setReading(true)
    try {
      const rows = await readAll()
      setAll({ rows, filters: filtersKey(list) })
      onSelect(rows.map(({ id }) => id))
    } catch (error) {
      showFailure(error)
    } finally {
      setReading(false)
    }
  }

  return (
    <Button size="small" disabled={isReading} onClick={() => void select()}>
      {translate('table.selection.all', { smart_count: total })}
    </Button>
  )
}
