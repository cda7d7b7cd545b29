import { useForkRef, useTheme } from '@mui/material'
import { Fragment, type MouseEvent, type ReactNode, type UIEvent, useRef } from 'react'
import { type RaRecord, RecordContextProvider } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { Arranging } from './arrange'
import { CONTROL_WIDTH, type Layout, type NaturalWidths } from './fit'
import { classOf, HeadCell, styleOf } from './HeadCell'
import { type ContentProps, ExpandButton, memoRow, type RowProps, SelectPage, SelectRow } from './rowParts'
import { Edges, markEdges, Scroller, watchEdges } from './Scroller'
import { useArranging } from './useArranging'
import { useMeasuring } from './useNatural'
import { useOpening } from './useOpening'
import { type RowsProps, useOnNewPage, useRowMarks, useRows, useRowWindow, useScrolled } from './useRows'

const GridCells = memoRow(function GridCells<Row extends RaRecord>(props: ContentProps<Row>) {
  const { row, columns, rowLabel, expand, selectable } = props
  const label = rowLabel(row)
  return (
    <>
      {selectable && (
        <td className="control">
          <SelectRow {...props} label={label} />
        </td>
      )}
      {expand && (
        <td className="control">
          <ExpandButton {...props} label={label} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-column={column.id} className={classOf(column)} style={styleOf(column)}>
          {column.cell(row)}
        </td>
      ))}
    </>
  )
})

const Details = memoRow(function Details<Row>(props: { row: Row; expand: (row: Row) => ReactNode }) {
  return props.expand(props.row)
})

const GridRow = memoRow(function GridRow<Row extends RaRecord>(props: RowProps<Row>) {
  const { index, position, mark, address, isFresh, measure, ...content } = props
  const { row, columns, expand, expanded, selected, selectable } = content
  const width = columns.length + Number(Boolean(expand)) + Number(selectable)
  return (
    <RecordContextProvider value={row}>
      <tbody ref={measure} data-index={index} data-row={row.id} data-fresh={isFresh || undefined}>
        {mark && <Mark columns={width}>{mark}</Mark>}
        {/* The header is the first row of the table. */}
        <tr
          aria-rowindex={position + 1}
          data-selected={selected || undefined}
          data-address={address}
          tabIndex={address === undefined ? undefined : 0}
        >
          <GridCells {...content} />
        </tr>
        {expand && expanded && (
          <tr className="details">
            <td colSpan={width}>
              <div className="whole">
                <Details row={row} expand={expand} />
              </div>
            </td>
          </tr>
        )}
      </tbody>
    </RecordContextProvider>
  )
})

/** A mark between two rows. */
const Mark = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr className="mark">
    <td colSpan={columns}>
      <div className="whole">{children}</div>
    </td>
  </tr>
)

/** Stands for rows that are not in the document. */
const Spacer = ({ height }: { height: number }) => (
  <tbody aria-hidden="true">
    <tr style={{ height }} />
  </tbody>
)

/** Shows the full text of a cut-off cell as a tooltip. */
function showFullText({ target }: MouseEvent<HTMLElement>) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null
  if (!cell || cell.classList.contains('control') || cell.closest('tr.details')) return
  const isCut = [cell, ...cell.children].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
  cell.title = isCut ? cell.innerText : ''
}

export interface GridProps<Row extends RaRecord> extends RowsProps<Row> {
  layout: Layout
  /** Rendered at the end of the header. */
  headEnd: ReactNode
  /** How a person changes widths and order; without it, nobody can. */
  arranging: Arranging | undefined
  /** Receives the single-line widths of the columns. */
  onMeasure: (seen: NaturalWidths) => void
}

/** The table from 1024 px on: table elements, windowed rows on long pages, a sticky header. */
export function Grid<Row extends RaRecord>(props: GridProps<Row>) {
  const { title, columns, expand, selectable, layout, onMeasure, headEnd, arranging } = props
  const translate = useTranslate()
  const { keys, rowAt, total, isPlaceholderData } = useRows(props)
  const { density } = useTheme()
  const scroller = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  useMeasuring(table, columns, onMeasure)
  const opening = useOpening()
  const estimate = density.lineHeight + 2 * density.rowPadding + 1
  const { rows, gapAfter, measure, ...handlers } = useRowWindow({ keys, estimate }, scroller)
  useOnNewPage(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  })

  const end = useRowMarks()?.end
  const onScrolled = useScrolled(props.expansion)
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    markEdges(currentTarget)
    onScrolled(currentTarget.scrollTop > 0)
  }
  const scrollerRef = useForkRef(scroller, watchEdges)
  const controls = Number(selectable) + Number(Boolean(expand))
  const widthOf = (index: number) => layout.widths[index] ?? 0
  const pinned = {
    '--controls': `${controls * CONTROL_WIDTH}px`,
    '--pinned': `${controls * CONTROL_WIDTH + widthOf(columns.findIndex(({ primary }) => primary))}px`,
    '--pinned-end': `${widthOf(columns.findIndex(({ card }) => card === 'actions'))}px`,
  }
  return (
    <Edges sx={pinned}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it */}
      <Scroller
        ref={scrollerRef}
        role="group"
        aria-label={title}
        tabIndex={0}
        onScroll={onScroll}
        {...handlers}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each row has a link to the same page */}
        <table
          ref={table}
          aria-label={title}
          aria-rowcount={total === undefined ? -1 : total + 1}
          aria-busy={isPlaceholderData}
          data-wraps={layout.wraps || undefined}
          data-scrolls={layout.scrolls || undefined}
          style={{ minWidth: layout.widths.reduce((sum, width) => sum + width, controls * CONTROL_WIDTH) }}
          onPointerOver={showFullText}
          {...opening}
        >
          <colgroup>
            {Array.from({ length: controls }, (_, index) => (
              <col key={index} style={{ width: CONTROL_WIDTH }} />
            ))}
            {columns.map(({ id }, index) => (
              <col key={id} style={{ width: layout.widths[index] }} />
            ))}
          </colgroup>
          <thead {...useArranging(arranging)}>
            <tr aria-rowindex={1}>
              {selectable && (
                <td className="control">
                  <SelectPage />
                </td>
              )}
              {expand && (
                <th scope="col" className="control">
                  <span className="hidden">{translate('table.expand')}</span>
                </th>
              )}
              {columns.map((column, index) => (
                <HeadCell key={column.id} column={column} width={arranging && layout.widths[index]}>
                  {headEnd}
                </HeadCell>
              ))}
            </tr>
          </thead>
          {rows.map(({ index, gap }) => {
            const row = rowAt(index)
            return (
              row && (
                <Fragment key={row.row.id}>
                  {gap > 0 && <Spacer height={gap} />}
                  <GridRow {...row} measure={measure} />
                </Fragment>
              )
            )
          })}
          {gapAfter > 0 && <Spacer height={gapAfter} />}
          {end && (
            <tbody>
              <Mark columns={columns.length + controls}>{end}</Mark>
            </tbody>
          )}
        </table>
      </Scroller>
    </Edges>
  )
}
