import { useTheme } from '@mui/material'
import { Fragment, type UIEvent, useCallback, useRef } from 'react'
import type { RaRecord } from 'react-admin'
import { useMovingRows } from '../MovingRows'
import { CONTROL_WIDTH, leastWidth } from './fit'
import { GridHead } from './GridHead'
import { GridRow } from './GridRow'
import { Scroller } from './gridStyles'
import { type RowsProps, useOnNewPage, useRows } from './useRows'
import { useRowWindow } from './useRowWindow'

const LINE_HEIGHT = 21

/** Stands for rows that are not in the document. */
const Spacer = ({ height }: { height: number }) => (
  <tbody aria-hidden="true">
    <tr style={{ height }} />
  </tbody>
)

/** The table from 1024 px: real table elements, rows of long pages windowed, header always in sight. */
export function Grid<Row extends RaRecord>({ title, columns, ...props }: RowsProps<Row>) {
  const { expand, rowLabel, selectable } = props
  const { data, keys, selected, expanded, toggleExpanded, ...list } = useRows<Row>()
  const { density } = useTheme()
  const scroller = useRef<HTMLElement>(null)
  const estimate = LINE_HEIGHT + 2 * density.rowPadding + 1
  const { rows, gapAfter, measure, ...handlers } = useRowWindow({ keys, estimate }, scroller)
  useOnNewPage(
    useCallback(() => {
      if (scroller.current) scroller.current.scrollTop = 0
    }, []),
  )

  const moving = useMovingRows()
  const onScroll = moving
    ? (event: UIEvent<HTMLElement>) => event.currentTarget.scrollTop > 0 && moving.onReading()
    : undefined
  const controls = Number(selectable) + Number(Boolean(expand))
  const before = (list.page - 1) * list.perPage
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
    <Scroller ref={scroller} role="region" aria-label={title} tabIndex={0} onScroll={onScroll} {...handlers}>
      <table
        aria-label={title}
        aria-rowcount={list.total === undefined ? -1 : list.total + 1}
        aria-busy={list.isPlaceholderData}
        style={{ minWidth: leastWidth(columns) + controls * CONTROL_WIDTH }}
      >
        <colgroup>
          {Array.from({ length: controls }, (_, index) => (
            <col key={index} style={{ width: CONTROL_WIDTH }} />
          ))}
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <GridHead ids={data.map(({ id }) => id)} {...{ columns, expand, selectable, selected }} />
        {rows.map(({ index, gap }) => {
          const row = data[index]
          if (!row) return null
          return (
            <Fragment key={row.id}>
              {gap > 0 && <Spacer height={gap} />}
              <GridRow
                {...{ row, index, columns, expand, rowLabel, selectable, measure }}
                position={before + index + 1}
                selected={selected.has(row.id)}
                expanded={expanded.has(row.id)}
                onToggle={list.onToggleItem}
                onExpand={toggleExpanded}
              />
            </Fragment>
          )
        })}
        {gapAfter > 0 && <Spacer height={gapAfter} />}
      </table>
    </Scroller>
  )
}
