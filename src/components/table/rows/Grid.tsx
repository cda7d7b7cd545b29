import { alpha, styled, useTheme } from '@mui/material'
import { Fragment, type MouseEvent, type ReactNode, type UIEvent, useRef } from 'react'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../../../theme/theme'
import type { Column } from '../types'
import { useLabelOf } from '../useTable'
import { CONTROL_WIDTH, type Layout, type NaturalWidths } from './fit'
import {
  type ContentProps,
  controlStyles,
  ExpandButton,
  freshStyles,
  markStyles,
  memoRow,
  type RowProps,
  SelectPage,
  SelectRow,
} from './rowParts'
import { MEASURING, useMeasuring } from './useNatural'
import { useOpening } from './useOpening'
import { type RowsProps, useOnNewPage, useRowMarks, useRows, useRowWindow, useScrolled } from './useRows'

/** Height in px of a row's content: text with small buttons. */
export const LINE_HEIGHT = 28

/** The cells of the table itself: the details of a row may have tables of their own. */
const CELLS = '& > table > * > tr > *'

const manyLines = { whiteSpace: 'normal', overflowWrap: 'anywhere', '--row-wrap': 'wrap' } as const

/** Scrolls the table in both directions below a sticky header. One class styles all cells. */
const Scroller = styled('section')(({ theme }) => {
  const { palette, density, typography, breakpoints } = theme
  const controls = controlStyles(theme)
  const line = `1px solid ${palette.divider}`
  return {
    overflow: 'auto',
    minHeight: 0,
    borderBlock: line,
    ...typography.body2,
    '&:focus-visible': { outlineOffset: -2 },
    '& > table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 0 },
    'table[aria-busy=true] > tbody': { opacity: 0.5 },
    [CELLS]: {
      padding: `${density.rowPadding}px 12px`,
      textAlign: 'left',
      verticalAlign: 'middle',
      whiteSpace: 'nowrap',
      '--row-wrap': 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    '& > table[data-wraps] > tbody > tr > td': manyLines,
    // The cells of a column are as wide as the widest of them; what spans columns is not asked.
    [`& > table[${MEASURING}]`]: {
      width: 'max-content !important',
      minWidth: '0 !important',
      tableLayout: 'auto',
    },
    [`& > table[${MEASURING}] > colgroup > col`]: { width: 'auto !important' },
    [`& > table[${MEASURING}] > * > tr > td`]: { whiteSpace: 'nowrap', '--row-wrap': 'nowrap' },
    '.whole': { contain: 'inline-size' },
    'thead > tr > *': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      padding: '8px 12px',
      backgroundColor: palette.background.paper,
      borderBottom: line,
      color: palette.text.secondary,
      fontWeight: 600,
    },
    [breakpoints.down('lg')]: { [`${CELLS}, thead > tr > *`]: { paddingInline: 8 } },
    // Each control fills its cell.
    '& > table > * > tr > .control': { padding: 0, overflow: 'visible' },
    'td .MuiIconButton-sizeSmall': { padding: density.iconPadding },
    'tbody + tbody > tr:first-of-type > td': { borderTop: line },
    '& > table > tbody > tr:hover > td': { backgroundColor: palette.action.hover },
    '& > table > tbody > tr[data-selected] > td': { backgroundColor: alpha(palette.primary.main, 0.12) },
    '& > table > tbody > tr[data-selected]:hover > td': {
      backgroundColor: alpha(palette.primary.main, 0.18),
    },
    'tbody[data-fresh] > tr:not(.details) > td': freshStyles(theme),
    'tr[data-address]': { cursor: 'pointer' },
    'tr[data-address]:focus-visible': { outlineOffset: -2 },
    'tbody > tr.mark > td': { ...markStyles(theme), ...manyLines },
    'tbody > tr.details > td': {
      padding: '8px 16px 16px',
      ...manyLines,
      cursor: 'auto',
      backgroundColor: palette.background.default,
    },
    ...controls,
    button: { cursor: 'pointer' },
    '.check, .expand': { display: 'grid', placeItems: 'center', width: '100%', height: 28 },
    [TOUCH]: { [CELLS]: { height: TOUCH_SIZE }, '.check, .expand': { height: TOUCH_SIZE } },
    '.expand': { ...controls['.expand, .sort'], borderRadius: 4 },
    '.sort': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      textAlign: 'inherit',
      borderRadius: 4,
      position: 'relative',
      ...touchSpace,
    },
    '.sort > svg': { flex: 'none', opacity: 0.45 },
    '.sort:hover > svg, .sort:focus-visible > svg': { opacity: 1 },
    '.sort > svg[data-order]': { opacity: 1, color: palette.primary.main },
    '.sort > svg[data-order=DESC]': { transform: 'rotate(180deg)' },
  }
})

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const

/** Both directions of a column that is not sorted, and the one of the column that is. */
const ARROWS = { both: 'M7 10l5-5 5 5M7 14l5 5 5-5', up: 'M12 5v14M6 11l6-6 6 6' }

function HeadCell({ id, sortBy, align, ...column }: Column<never>) {
  const text = useLabelOf()(column)
  const { sort, setSort } = useListContext()
  const style = { textAlign: align }
  if (!sortBy)
    return (
      <th scope="col" style={style} data-column={id}>
        {text}
      </th>
    )
  const order = sort.field === sortBy ? sort.order : undefined
  const sortAgain = () => setSort({ field: sortBy, order: order === 'ASC' ? 'DESC' : 'ASC' })
  return (
    <th scope="col" style={style} data-column={id} aria-sort={order ? ARIA_SORT[order] : 'none'}>
      <button type="button" className="sort" onClick={sortAgain}>
        {text}
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" data-order={order}>
          <path d={order ? ARROWS.up : ARROWS.both} fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </th>
  )
}

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
      {columns.map(({ id, align, cell }) => (
        <td key={id} style={{ textAlign: align }}>
          {cell(row)}
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

/** What stands between two rows. */
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

/** Gives a cell that has no room for its text all of it as a tooltip. */
function tellWhole({ target }: MouseEvent<HTMLElement>) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null
  if (!cell || cell.classList.contains('control') || cell.closest('tr.details')) return
  const isCut = [cell, ...cell.children].some(
    ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  )
  cell.title = isCut ? cell.innerText : ''
}

interface GridProps<Row extends RaRecord> extends RowsProps<Row> {
  layout: Layout
  /** Takes the widths of the columns on one line. */
  onMeasure: (seen: NaturalWidths) => void
}

/** The table from 1024 px: table elements, windowed rows on long pages, a sticky header. */
export function Grid<Row extends RaRecord>(props: GridProps<Row>) {
  const { title, columns, expand, selectable, layout, onMeasure } = props
  const translate = useTranslate()
  const { keys, rowAt, total, isPlaceholderData } = useRows(props)
  const { density } = useTheme()
  const scroller = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  useMeasuring(table, columns, onMeasure)
  const opening = useOpening()
  const estimate = LINE_HEIGHT + 2 * density.rowPadding + 1
  const { rows, gapAfter, measure, ...handlers } = useRowWindow({ keys, estimate }, scroller)
  useOnNewPage(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  })

  const end = useRowMarks()?.end
  const onScrolled = useScrolled(props.expansion)
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => onScrolled(currentTarget.scrollTop > 0)
  const controls = Number(selectable) + Number(Boolean(expand))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
    <Scroller ref={scroller} role="group" aria-label={title} tabIndex={0} onScroll={onScroll} {...handlers}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each row has a link to the same page */}
      <table
        ref={table}
        aria-label={title}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={isPlaceholderData}
        data-wraps={layout.wraps || undefined}
        style={{ minWidth: layout.widths.reduce((sum, width) => sum + width, controls * CONTROL_WIDTH) }}
        onPointerOver={tellWhole}
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
        <thead>
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
            {columns.map((column) => (
              <HeadCell key={column.id} {...column} />
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
  )
}
