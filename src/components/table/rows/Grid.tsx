import { alpha, styled, useTheme } from '@mui/material'
import { Fragment, type ReactNode, type UIEvent, useRef } from 'react'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import type { Column } from '../types'
import { CONTROL_WIDTH, leastWidth } from './fit'
import {
  type ContentProps,
  controlStyles,
  ExpandButton,
  markStyles,
  memoRow,
  type RowProps,
  SelectPage,
  SelectRow,
} from './rowParts'
import { type RowsProps, useMovingRows, useOnNewPage, useRowMarks, useRows, useRowWindow } from './useRows'

const LINE_HEIGHT = 21

/** The cells of the table itself: the details of a row may have tables of their own. */
const CELLS = '& > table > * > tr > *'

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
      overflowWrap: 'anywhere',
      verticalAlign: 'middle',
    },
    th: { overflowWrap: 'normal', overflow: 'hidden' },
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
    'tbody + tbody > tr:first-of-type > td': { borderTop: line },
    '& > table > tbody > tr:hover > td': { backgroundColor: palette.action.hover },
    'tbody > tr[data-selected] > td': { backgroundColor: alpha(palette.primary.main, 0.12) },
    'tbody > tr.mark > td': markStyles(theme),
    'tbody > tr.details > td': {
      padding: '8px 16px 16px',
      backgroundColor: palette.background.default,
    },
    ...controls,
    'input[type=checkbox]': { ...controls['input[type=checkbox]'], width: 18, height: 18, display: 'block' },
    button: { cursor: 'pointer' },
    '.expand': { display: 'block', borderRadius: 4, height: 20 },
    '.sort': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      textAlign: 'inherit',
      borderRadius: 4,
    },
    '.sort > svg': { flex: 'none', opacity: 0 },
    '.sort:hover > svg, .sort:focus-visible > svg': { opacity: 0.5 },
    '.sort > svg[data-order]': { opacity: 1, color: palette.primary.main },
    '.sort > svg[data-order=DESC]': { transform: 'rotate(180deg)' },
    '.hidden': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
  }
})

const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const

function HeadCell({ label, sortBy, align }: Column<never>) {
  const translate = useTranslate()
  const { sort, setSort } = useListContext()
  const style = { textAlign: align }
  if (!sortBy)
    return (
      <th scope="col" style={style}>
        {translate(label)}
      </th>
    )
  const order = sort.field === sortBy ? sort.order : undefined
  const sortAgain = () => setSort({ field: sortBy, order: order === 'ASC' ? 'DESC' : 'ASC' })
  return (
    <th scope="col" style={style} aria-sort={order ? ARIA_SORT[order] : 'none'}>
      <button type="button" className="sort" onClick={sortAgain}>
        {translate(label)}
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" data-order={order}>
          <path d="M12 5v14M6 11l6-6 6 6" fill="none" stroke="currentColor" strokeWidth="2" />
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
        <td>
          <SelectRow {...props} label={label} />
        </td>
      )}
      {expand && (
        <td>
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
  const { index, position, mark, measure, ...content } = props
  const { row, columns, expand, expanded, selected, selectable } = content
  const width = columns.length + Number(Boolean(expand)) + Number(selectable)
  return (
    <RecordContextProvider value={row}>
      <tbody ref={measure} data-index={index} data-row={row.id}>
        {mark && <Mark columns={width}>{mark}</Mark>}
        {/* The header is the first row of the table. */}
        <tr aria-rowindex={position + 1} data-selected={selected || undefined}>
          <GridCells {...content} />
        </tr>
        {expand && expanded && (
          <tr className="details">
            <td colSpan={width}>
              <Details row={row} expand={expand} />
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
    <td colSpan={columns}>{children}</td>
  </tr>
)

/** Stands for rows that are not in the document. */
const Spacer = ({ height }: { height: number }) => (
  <tbody aria-hidden="true">
    <tr style={{ height }} />
  </tbody>
)

/** The table from 1024 px: table elements, windowed rows on long pages, a sticky header. */
export function Grid<Row extends RaRecord>(props: RowsProps<Row>) {
  const { title, columns, expand, selectable } = props
  const translate = useTranslate()
  const { keys, rowAt, total, isPlaceholderData } = useRows(props)
  const { density } = useTheme()
  const scroller = useRef<HTMLElement>(null)
  const estimate = LINE_HEIGHT + 2 * density.rowPadding + 1
  const { rows, gapAfter, measure, ...handlers } = useRowWindow({ keys, estimate }, scroller)
  useOnNewPage(() => {
    if (scroller.current) scroller.current.scrollTop = 0
  })

  const end = useRowMarks()?.end
  const moving = useMovingRows()
  const onScroll = moving
    ? (event: UIEvent<HTMLElement>) => event.currentTarget.scrollTop > 0 && moving.onReading()
    : undefined
  const controls = Number(selectable) + Number(Boolean(expand))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
    <Scroller ref={scroller} role="region" aria-label={title} tabIndex={0} onScroll={onScroll} {...handlers}>
      <table
        aria-label={title}
        aria-rowcount={total === undefined ? -1 : total + 1}
        aria-busy={isPlaceholderData}
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
        <thead>
          <tr aria-rowindex={1}>
            {selectable && (
              <td>
                <SelectPage />
              </td>
            )}
            {expand && (
              <th scope="col">
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
