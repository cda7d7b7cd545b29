import { useEffect, useState } from 'react'
import { type RaRecord, useEvent, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import ActionMenu, { type MenuAction } from '../../action/ActionMenu'
import { keyOf } from '../../shortcuts/shortcuts'
import { useShortcutKeys } from '../../shortcuts/useShortcut'
import { type FilterableColumn, type FilterValues, readChoices, readText } from '../address'
import type { Column } from '../types'
import { useFilters, useTable } from '../useTable'
import { focusedId, rowElement } from './rowElements'

/** What a row has in a column: the value of a filter, and its name. */
interface CellValue {
  id: string
  name: string
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A text, or a record with a name, as the value of a filter. */
function valueOf(one: unknown): CellValue[] {
  if (typeof one === 'string') return one === '' ? [] : [{ id: one, name: one }]
  if (!isRecord(one) || !('id' in one) || typeof one.id !== 'string') return []
  return [{ id: one.id, name: 'name' in one && typeof one.name === 'string' ? one.name : one.id }]
}

export interface CellMenuProps<Row extends RaRecord> {
  columns: readonly Column<Row>[]
  /** Id of the row whose values were asked for in its menu. */
  asked: string | null
  onAnswered: () => void
}

interface Opened {
  /** The cell; null for the whole row. */
  anchor: HTMLElement | null
  rowId: string
  /** Only its values; null for those of all columns. */
  columnId: string | null
}

/** "Only" and "not" for the values of a cell, by a right click, or of a row, by its key or menu. Rules, "Tables". */
export default function CellMenu<Row extends RaRecord>({ columns, asked, onAnswered }: CellMenuProps<Row>) {
  const translate = useTranslate()
  const { data: rows = [] } = useListContext<Row>()
  const { filters } = useTable()
  const { values, change } = useFilters()
  const [opened, setOpened] = useState<Opened | null>(null)

  const conditions = filters.find(({ filter }) => filter.kind === 'conditions')?.filter

  /** The filters of the devices without a value: those of all other choices, or a condition. */
  function without({ filter, column }: FilterableColumn, { id }: CellValue): FilterValues | undefined {
    const condition =
      conditions?.kind === 'conditions' && column ? conditions.excluding?.(column.id, id) : undefined
    if (condition !== undefined && conditions) {
      const others = readChoices(values[conditions.source]) ?? []
      return { [conditions.source]: [...new Set([...others, condition])] }
    }
    if (filter.kind !== 'multiselect' || typeof filter.choices === 'function' || filter.choices.length < 3)
      return undefined
    const chosen = readChoices(values[filter.source]) ?? filter.choices.map((choice) => choice.id)
    return { [filter.source]: chosen.filter((choice) => choice !== id) }
  }

  function actionsOf(row: Row, one: FilterableColumn): MenuAction[] {
    const { filter, label } = one
    if (filter.kind !== 'text' && filter.kind !== 'multiselect') return []
    const column = columns.find(({ id }) => id === one.column?.id)
    const raw: unknown = column?.valuesOf?.(row) ?? row[filter.source] ?? (column && row[column.id])
    return [raw]
      .flat()
      .flatMap(valueOf)
      .flatMap((value) => {
        if (filter.kind === 'text' && readText(value.id, filter) === undefined) return []
        const choice =
          filter.kind === 'multiselect' && typeof filter.choices !== 'function'
            ? filter.choices.find(({ id }) => id === value.id)
            : undefined
        const words = { label: translate(label), value: choice ? translate(choice.name) : value.name }
        const rest = without(one, value)
        const only = { [filter.source]: filter.kind === 'text' ? value.id : [value.id] }
        const keeps = { label: translate('table.filter.only', words), does: () => change(only) }
        return rest
          ? [keeps, { label: translate('table.filter.not', words), does: () => change(rest) }]
          : [keeps]
      })
  }

  const current = opened ?? (asked === null ? null : { anchor: null, rowId: asked, columnId: null })
  const shown = current && rows.find(({ id }) => String(id) === current.rowId)
  const actions = shown
    ? filters
        .filter(({ column, filter }) => !filter.replacedBy && (current.columnId ?? column?.id) === column?.id)
        .flatMap((one) => actionsOf(shown, one))
    : []
  const close = () => {
    setOpened(null)
    onAnswered()
  }

  const onMenu = useEvent((event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('td[data-column]') : null
    // On links, inputs and selected text the browser's own menu is of more use.
    if (!cell || (event.target instanceof Element && event.target.closest('a, input'))) return
    if (!window.getSelection()?.isCollapsed) return
    const columnId = cell.dataset.column ?? null
    const row = rows.find(({ id }) => String(id) === cell.closest('[data-row]')?.getAttribute('data-row'))
    const has = filters.some((one) => one.column?.id === columnId && row && actionsOf(row, one).length > 0)
    if (!row || !has) return
    setOpened({ anchor: cell, rowId: String(row.id), columnId })
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('contextmenu', onMenu)
    return () => document.removeEventListener('contextmenu', onMenu)
  }, [onMenu])
  useShortcutKeys((key) => {
    const rowId = key === keyOf('filterBy') ? focusedId() : null
    if (rowId !== null) setOpened({ anchor: null, rowId, columnId: null })
    return rowId !== null
  })

  const anchor = current && (current.anchor ?? rowElement(current.rowId))
  if (!anchor || actions.length === 0) return null
  return <ActionMenu anchor={anchor} actions={actions} onClose={close} />
}
