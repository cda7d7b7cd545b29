import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type RaRecord } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { useMovingRows } from '../MovingRows'
import { CardItem } from './CardItem'
import { CardList, SelectPageRow } from './cardStyles'
import { SelectPage } from './GridHead'
import { type RowsProps, useOnNewPage, useRows } from './useRows'
import { useCardWindow } from './useRowWindow'

/** Height in px of a card before it is measured: its title, then one line for each column. */
const estimateOf = (columns: number) => 64 + 28 * columns

/** Tells moving rows that the first of them left the screen. */
function useOnScrollPast(list: RefObject<HTMLElement | null>) {
  const moving = useMovingRows()
  const onReading = moving?.onReading
  useEffect(() => {
    if (!onReading) return undefined
    const check = () => {
      if (list.current && list.current.getBoundingClientRect().top < 0) onReading()
    }
    window.addEventListener('scroll', check, { passive: true })
    return () => window.removeEventListener('scroll', check)
  }, [list, onReading])
}

/** Rows as cards, below 1024 px. Spec 1, section 2. */
export function Cards<Row extends RaRecord>({ title, columns, ...props }: RowsProps<Row>) {
  const { expand, rowLabel, selectable } = props
  const translate = useTranslate()
  const { data, keys, selected, expanded, toggleExpanded, ...list } = useRows<Row>()
  const container = useRef<HTMLUListElement>(null)
  const { rows, gapAfter, measure, ...handlers } = useCardWindow(
    { keys, estimate: estimateOf(columns.length) },
    container,
  )
  useOnNewPage(
    useCallback(() => {
      const top = container.current?.getBoundingClientRect().top ?? 0
      if (top < 0) container.current?.scrollIntoView({ block: 'start' })
    }, []),
  )
  useOnScrollPast(container)
  const before = (list.page - 1) * list.perPage
  return (
    <>
      {selectable && (
        <SelectPageRow>
          <SelectPage ids={data.map(({ id }) => id)} selected={selected} />
          <span aria-hidden="true">{translate('table.selection.page')}</span>
        </SelectPageRow>
      )}
      <CardList
        ref={container}
        aria-label={title}
        aria-busy={list.isPlaceholderData}
        style={gapAfter > 0 ? { paddingBottom: gapAfter } : undefined}
        {...handlers}
      >
        {rows.map(({ index, gap }) => {
          const row = data[index]
          if (!row) return null
          return (
            <CardItem
              key={row.id}
              {...{ row, index, gap, columns, expand, rowLabel, selectable, measure }}
              position={before + index + 1}
              total={list.total ?? -1}
              selected={selected.has(row.id)}
              expanded={expanded.has(row.id)}
              onToggle={list.onToggleItem}
              onExpand={toggleExpanded}
            />
          )
        })}
      </CardList>
    </>
  )
}
