import { alpha, styled } from '@mui/material'
import { type RefObject, useEffect, useRef } from 'react'
import { type RaRecord, RecordContextProvider } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../../theme/theme'
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
import { type RowsProps, useCardWindow, useMovingRows, useOnNewPage, useRowMarks, useRows } from './useRows'

/** The checkbox for all cards, above them. */
const SelectPageRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  ...theme.typography.body2,
  ...controlStyles(theme),
  color: theme.palette.text.secondary,
}))

/** One class styles the content of all cards. */
const CardList = styled('ul')(({ theme }) => {
  const { palette, typography, density } = theme
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    scrollMarginTop: TOP_BAR_HEIGHT,
    ...typography.body2,
    '&[aria-busy=true]': { opacity: 0.5 },
    '& > li': { borderTop: `1px solid ${palette.divider}`, padding: `${density.rowPadding}px 16px` },
    '& > li[data-selected]': { backgroundColor: alpha(palette.primary.main, 0.12) },
    '.mark': {
      ...markStyles(theme),
      margin: `${-density.rowPadding}px -16px ${density.rowPadding}px`,
      padding: '8px 16px',
    },
    '.top': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 40 },
    h2: { ...typography.h3, margin: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    dl: {
      margin: 0,
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
      columnGap: 32,
    },
    'dl > div:has(> dd:empty), dl > div:has(> dd > :only-child:empty)': { display: 'none' },
    'dl > div': { display: 'flex', gap: 16, padding: '4px 0', minHeight: 28, alignItems: 'baseline' },
    dt: { flex: '0 0 36%', color: palette.text.secondary },
    dd: { margin: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '.details': { padding: '8px 0', overflowX: 'auto' },
    ...controlStyles(theme),
    '.top > .expand': { padding: 10, marginInlineEnd: -10, borderRadius: 8 },
  }
})

const CardContent = memoRow(function CardContent<Row extends RaRecord>(props: ContentProps<Row>) {
  const { row, columns, rowLabel, expand, expanded, selectable } = props
  const translate = useTranslate()
  const label = rowLabel(row)
  const title = columns.find(({ primary }) => primary) ?? columns[0]
  return (
    <>
      <div className="top">
        {selectable && <SelectRow {...props} label={label} />}
        <h2>{title?.cell(row)}</h2>
        {expand && <ExpandButton {...props} label={label} />}
      </div>
      <dl>
        {columns
          .filter((column) => column !== title)
          .map((column) => (
            <div key={column.id}>
              <dt>{translate(column.label)}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
      </dl>
      {expand && expanded && <div className="details">{expand(row)}</div>}
    </>
  )
})

/** What stands below the last card. */
const EndMark = styled('div')(({ theme }) => ({ ...markStyles(theme), padding: '8px 16px' }))

interface CardProps<Row extends RaRecord> extends RowProps<Row> {
  /** Number of rows in the whole list; -1 while unknown. */
  total: number
  /** Height in px of the cards that were left out before it. */
  gap: number
}

const Card = memoRow(function Card<Row extends RaRecord>(props: CardProps<Row>) {
  const { index, position, total, gap, mark, measure, ...content } = props
  return (
    <RecordContextProvider value={content.row}>
      <li
        ref={measure}
        data-index={index}
        data-row={content.row.id}
        data-selected={content.selected || undefined}
        aria-posinset={position}
        aria-setsize={total}
        style={gap > 0 ? { marginTop: gap } : undefined}
      >
        {mark && <div className="mark">{mark}</div>}
        <CardContent {...content} />
      </li>
    </RecordContextProvider>
  )
})

/** Height in px of a card before it is measured: its title and one line for each column. */
const estimateOf = (columns: number) => 64 + 28 * columns

/** Tells moving rows that the first of them scrolled off the screen. */
function useOnScrollPast(list: RefObject<HTMLElement | null>) {
  const onReading = useMovingRows()?.onReading
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
export function Cards<Row extends RaRecord>(props: RowsProps<Row>) {
  const { title, columns, selectable } = props
  const translate = useTranslate()
  const { keys, rowAt, total = -1, isPlaceholderData } = useRows(props)
  const container = useRef<HTMLUListElement>(null)
  const { rows, gapAfter, measure, ...handlers } = useCardWindow(
    { keys, estimate: estimateOf(columns.length) },
    container,
  )
  useOnNewPage(() => {
    const top = container.current?.getBoundingClientRect().top ?? 0
    if (top < 0) container.current?.scrollIntoView({ block: 'start' })
  })
  useOnScrollPast(container)
  const end = useRowMarks()?.end
  return (
    <>
      {selectable && (
        <SelectPageRow>
          <SelectPage />
          <span aria-hidden="true">{translate('table.selection.page')}</span>
        </SelectPageRow>
      )}
      <CardList
        ref={container}
        aria-label={title}
        aria-busy={isPlaceholderData}
        style={gapAfter > 0 ? { paddingBottom: gapAfter } : undefined}
        {...handlers}
      >
        {rows.map(({ index, gap }) => {
          const row = rowAt(index)
          return row && <Card {...row} key={row.row.id} {...{ gap, total, measure }} />
        })}
      </CardList>
      {end && <EndMark>{end}</EndMark>}
    </>
  )
}
