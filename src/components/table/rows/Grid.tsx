import { styled, useForkRef, useTheme } from '@mui/material'
import { Fragment, type MouseEvent, type ReactNode, type UIEvent, useRef } from 'react'
import { type RaRecord, RecordContextProvider, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../../../theme/theme'
import type { Column } from '../types'
import { COLUMN_WIDTHS, useLabelOf } from '../useTable'
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
import { type Arranging, useArranging } from './useArranging'
import { MEASURING, useMeasuring } from './useNatural'
import { useOpening } from './useOpening'
import { type RowsProps, useOnNewPage, useRowMarks, useRows, useRowWindow, useScrolled } from './useRows'

/** Height in px of a row's content: text with small buttons. */
export const LINE_HEIGHT = 28

/** The cells of the table itself: the details of a row may have tables of their own. */
const CELLS = '& > table > * > tr > *'

/** Cells that stay while the table scrolls sideways. */
const PINNED = '.control, .name, .actions'

const manyLines = { whiteSpace: 'normal', overflowWrap: 'anywhere', '--row-wrap': 'wrap' } as const

/** A part of a colour over the ground of a row: opaque, because what is pinned lies over other cells. */
const tint = (color: string, percent: number, ground: string) =>
  `color-mix(in srgb, ${color} ${percent}%, ${ground})`

/** Around the scroller: a shade at the edges where there is more. */
const Edges = styled('div')(({ theme: { palette } }) => {
  const shade = (to: 'left' | 'right') =>
    ({
      content: '""',
      position: 'absolute',
      zIndex: 3,
      insetBlock: 1,
      width: 12,
      pointerEvents: 'none',
      backgroundImage: `linear-gradient(to ${to}, rgb(0 0 0 / ${palette.mode === 'light' ? 0.12 : 0.45}), transparent)`,
    }) as const
  return {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    '&[data-more-start]::before': { ...shade('right'), left: 'var(--pinned)' },
    '&[data-more-end]::after': { ...shade('left'), right: 'calc(var(--pinned-end) + var(--bar, 0px))' },
  }
})

/** Scrolls the table in both directions below a sticky header. One class styles all cells. */
const Scroller = styled('section')(({ theme }) => {
  const { palette, density, typography, breakpoints } = theme
  const controls = controlStyles(theme)
  const line = `1px solid ${palette.divider}`
  const ground = palette.background.paper
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
    '& > table > tbody > tr': { '--row': ground },
    '& > table > tbody > tr:hover': { '--row': tint(palette.text.primary, 4, ground) },
    '& > table > tbody > tr[data-selected]': { '--row': tint(palette.primary.main, 12, ground) },
    '& > table > tbody > tr[data-selected]:hover': { '--row': tint(palette.primary.main, 18, ground) },
    '& > table > tbody > tr > td': { backgroundColor: 'var(--row)' },
    // While the table scrolls sideways, what says which row it is and what is done with it stay.
    scrollPaddingInline: 'var(--pinned) var(--pinned-end)',
    [`& > table[data-scrolls] > * > tr > :is(${PINNED})`]: { position: 'sticky', left: 0, zIndex: 1 },
    '& > table[data-scrolls] > * > tr > .control + .control': { left: CONTROL_WIDTH },
    '& > table[data-scrolls] > * > tr > .name': { left: 'var(--controls)' },
    '& > table[data-scrolls] > * > tr > .actions': { left: 'auto', right: 0 },
    [`& > table[data-scrolls] > thead > tr > :is(${PINNED})`]: { zIndex: 2 },
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
    // At the right edge of a header: what changes the width of its column.
    '.edge': {
      position: 'absolute',
      insetBlock: 4,
      right: 0,
      width: 9,
      cursor: 'col-resize',
      touchAction: 'none',
      borderRight: `2px solid transparent`,
      borderRadius: 0,
    },
    'th:hover > .edge': { borderColor: palette.divider },
    'th > .edge:is(:hover, :focus-visible, [data-moves])': {
      borderColor: palette.primary.main,
      outline: 'none',
    },
    'th[data-moves]': { opacity: 0.5 },
    'th[data-drop=before]': { boxShadow: `inset 2px 0 ${palette.primary.main}` },
    'th[data-drop=after]': { boxShadow: `inset -2px 0 ${palette.primary.main}` },
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

const classOf = ({ card, primary }: Column<never>) =>
  card === 'actions' ? 'actions' : primary ? 'name' : undefined

const FIGURES = 'tabular-nums'

/** Numbers stand below each other; in a name their figures would spread its hyphens. */
const styleOf = ({ align, figures }: Column<never>) => ({
  textAlign: align,
  fontVariantNumeric: figures || align === 'right' ? FIGURES : undefined,
})

interface HeadCellProps {
  column: Column<never>
  /** Its width in px, where a person can change it. */
  width: number | undefined
  /** At its end. */
  children: ReactNode
}

function HeadCell({ column, width, children }: HeadCellProps) {
  const { id, sortBy, card } = column
  const text = useLabelOf()(column)
  const translate = useTranslate()
  const { sort, setSort } = useListContext()
  const props = { scope: 'col', className: classOf(column), style: styleOf(column), 'data-column': id }
  if (card === 'actions')
    return (
      <th {...props}>
        <span className="hidden">{text}</span>
        {children}
      </th>
    )
  const edge = width !== undefined && (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it has a value, which no hr has
    <span
      className="edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={translate('table.width', { label: text })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={COLUMN_WIDTHS.min}
      aria-valuemax={COLUMN_WIDTHS.max}
      tabIndex={0}
    />
  )
  if (!sortBy)
    return (
      <th {...props}>
        {text}
        {edge}
      </th>
    )
  const order = sort.field === sortBy ? sort.order : undefined
  const sortAgain = () => setSort({ field: sortBy, order: order === 'ASC' ? 'DESC' : 'ASC' })
  return (
    <th {...props} aria-sort={order ? ARIA_SORT[order] : 'none'}>
      <button type="button" className="sort" onClick={sortAgain}>
        {text}
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true" data-order={order}>
          <path d={order ? ARROWS.up : ARROWS.both} fill="none" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
      {edge}
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
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)} style={styleOf(column)}>
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

/** Marks the edges where there is more, without a render. */
function markEdges(scroller: HTMLElement) {
  const { parentElement: edges, scrollLeft, clientWidth, scrollWidth, offsetWidth } = scroller
  edges?.toggleAttribute('data-more-start', scrollLeft > 0)
  edges?.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
  edges?.style.setProperty('--bar', `${offsetWidth - clientWidth}px`)
}

/** Watches the sizes of a scroller and of the table in it. */
function watchEdges(scroller: HTMLElement | null) {
  if (!scroller) return undefined
  const observer = new ResizeObserver(() => markEdges(scroller))
  observer.observe(scroller)
  if (scroller.firstElementChild) observer.observe(scroller.firstElementChild)
  return () => observer.disconnect()
}

export interface GridProps<Row extends RaRecord> extends RowsProps<Row> {
  layout: Layout
  /** At the end of the header. */
  headEnd: ReactNode
  /** How a person changes widths and the order; without it nobody can. */
  arranging: Arranging | undefined
  /** Takes the widths of the columns on one line. */
  onMeasure: (seen: NaturalWidths) => void
}

/** The table from 1024 px: table elements, windowed rows on long pages, a sticky header. */
export function Grid<Row extends RaRecord>(props: GridProps<Row>) {
  const { title, columns, expand, selectable, layout, onMeasure, headEnd, arranging } = props
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
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
