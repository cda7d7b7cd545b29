import { useCallback, useMemo } from 'react'
import { useEvent } from 'react-admin'
import { COLUMNS_PARAMETER, columnsIn, columnsText } from '../address/columns'
import { setParameter, useCurrentAddress } from '../address/currentAddress'
import type { Column } from './types'
import { shownOf, type TableSettings } from './useTable'

type Change = (part: Partial<TableSettings>) => void

/** The settings with the columns that the address names, and a function that changes these there. The stored ones stay as they are. */
export function useAddressColumns(
  columns: readonly Column<never>[],
  stored: TableSettings,
  changeStored: Change,
  search: string,
): readonly [TableSettings, Change] {
  const { replace } = useCurrentAddress()
  const text = columnsText(columnsIn(search) ?? [])
  const settings = useMemo(() => {
    const order =
      text === null ? undefined : columnsIn(`?${new URLSearchParams({ [COLUMNS_PARAMETER]: text })}`)
    if (!order) return stored
    const named = new Set(order)
    return { ...stored, order, columns: Object.fromEntries(columns.map(({ id }) => [id, named.has(id)])) }
  }, [stored, columns, text])

  const changeAddress = useEvent(({ columns: chosen, order, ...others }: Partial<TableSettings>) => {
    if (Object.keys(others).length > 0) changeStored(others)
    if (!chosen && !order) return
    const isReset = chosen !== undefined && Object.keys(chosen).length === 0
    const next = { columns: chosen ?? settings.columns, order: order ?? settings.order }
    const ids = isReset ? [] : shownOf(columns, next).map(({ id }) => id)
    replace((parameters) => setParameter(parameters, COLUMNS_PARAMETER, columnsText(ids)))
  })
  const change = useCallback<Change>(
    (part) => (text === null ? changeStored(part) : changeAddress(part)),
    [text, changeStored, changeAddress],
  )
  return [settings, change]
}
