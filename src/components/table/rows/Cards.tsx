import { styled, useMediaQuery } from '@mui/material'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { type RaRecord, RecordContextProvider } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { PHONE_QUERY } from '../../../theme/theme'
import type { Column } from '../types'
import { useLabelOf } from '../useTable'
import { CardList, SelectPageRow } from './CardList'
import { estimateOf, MENU_WIDTH } from './fit'
import {
  type ContentProps,
  ExpandButton,
  markStyles,
  memoRow,
  type RowProps,
  SelectPage,
  SelectRow,
} from './rowParts'
import { useOpening } from './useOpening'
import {
  type Expansion,
  type RowsProps,
  useCardWindow,
  useOnNewPage,
  useRowMarks,
  useRows,
  useScrolled,
} from './useRows'

/** The columns of a card by place. */
function placesOf<Row>(columns: readonly Column<Row>[]) {
  const title = columns.find(({ primary }) => primary) ?? columns[0]
  const fields = columns.filter((column) => column !== title && column.card !== 'actions')
  const at = (place: Column<Row>['card']) => fields.filter(({ card }) => card === place)
  const lines = [...at('line'), ...at('end')]
  return {
    title,
    beside: at('title'),
    fields,
    below: at('below'),
    values: at('value'),
    line: lines.length > 0 ? lines : at(undefined).slice(0, 2),
    actions: columns.find(({ card }) => card === 'actions'),
  }
}

function Fields<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const labelOf = useLabelOf()
  if (columns.length === 0) return null
  return (
    <dl>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{labelOf(column)}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface CardContentProps<Row extends RaRecord> extends ContentProps<Row> {
  /** Shows only two lines; the rest is in the details. */
  isBrief: boolean
}

const CardContent = memoRow(function CardContent<Row extends RaRecord>(props: CardContentProps<Row>) {
  const { row, columns, rowLabel, expand, expanded, selectable, isBrief } = props
  const labelOf = useLabelOf()
  const label = rowLabel(row)
  const { title, beside, line, below, values, fields, actions } = useMemo(() => placesOf(columns), [columns])
  const contentOf = ({ cell, brief }: Column<Row>) => (isBrief && brief ? brief(row) : cell(row))
  const besides = beside.map((column) => <div key={column.id}>{contentOf(column)}</div>)
  const buttons = actions && <div className="actions">{actions.cell(row)}</div>
  const above = new Set([...below, ...values, ...(isBrief ? [...line, ...beside] : [])])
  // The details of a row show some fields themselves.
  const isWhole = (column: Column<Row>) => above.has(column) && !(isBrief && column.brief)
  const isLater = (column: Column<Row>) => !(isBrief && expand && column.inDetails) && !isWhole(column)
  const later = fields.filter(isLater)
  // A phone has room for a menu beside the title, but for larger buttons only below it.
  const isLow = isBrief && actions?.width !== MENU_WIDTH
  const opens = expand || (isBrief && later.length > 0) || (isLow && buttons)
  return (
    <>
      <div className="top">
        {selectable && <SelectRow {...props} label={label} />}
        <div className="main">
          <div className="title">
            <h2>{title && contentOf(title)}</h2>
            {isBrief && besides}
          </div>
          {isBrief && line.length > 0 && (
            <div className="line">
              {line.map((column) => (
                <span key={column.id}>
                  <span className={column.selfExplanatory ? 'hidden' : 'label'}>{labelOf(column)}:</span>
                  <span className="value">{contentOf(column)}</span>
                </span>
              ))}
            </div>
          )}
          {below.map((column) => (
            <div key={column.id} className="own-line">
              {column.cell(row)}
            </div>
          ))}
          {values.length > 0 && (
            <div className="line">
              {values.map((column) => (
                <span key={column.id}>
                  <span className="label">{labelOf(column)}</span>
                  <span className="value">{column.cell(row)}</span>
                </span>
              ))}
            </div>
          )}
        </div>
        {(buttons || opens) && (
          <div className="ends">
            {!isLow && buttons}
            {opens && <ExpandButton {...props} label={label} />}
          </div>
        )}
      </div>
      {(!isBrief || expanded) && <Fields columns={later} row={row} />}
      {isLow && expanded && buttons && <div className="below">{buttons}</div>}
      {expand && expanded && <div className="details">{expand(row)}</div>}
    </>
  )
})

/** The mark below the last card. */
const EndMark = styled('div')(({ theme }) => ({ ...markStyles(theme), padding: '8px 16px' }))

interface CardProps<Row extends RaRecord> extends RowProps<Row>, Pick<CardContentProps<Row>, 'isBrief'> {
  /** Number of rows in the whole list; -1 while unknown. */
  total: number
  /** Height of the omitted cards before it, in px. */
  gap: number
}

const Card = memoRow(function Card<Row extends RaRecord>(props: CardProps<Row>) {
  const { index, position, total, gap, mark, address, isFresh, measure, ...content } = props
  return (
    <RecordContextProvider value={content.row}>
      <li
        ref={measure}
        data-index={index}
        data-row={content.row.id}
        data-selected={content.selected || undefined}
        data-fresh={isFresh || undefined}
        data-address={address}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Enter opens it; the link in it leads to the same page
        tabIndex={address === undefined ? undefined : 0}
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

/** Reports to moving rows when the first row scrolls off screen or back. */
function useOnScrollPast(list: RefObject<HTMLElement | null>, expansion: Expansion) {
  const onScrolled = useScrolled(expansion)
  useEffect(() => {
    const check = () => {
      if (list.current) onScrolled(list.current.getBoundingClientRect().top < 0)
    }
    window.addEventListener('scroll', check, { passive: true })
    return () => window.removeEventListener('scroll', check)
  }, [list, onScrolled])
}

/** Rows as cards, below 1024 px; on a phone, each has two lines. Rules, "Tables". */
export default function Cards<Row extends RaRecord>(props: RowsProps<Row>) {
  const { title, columns, selectable } = props
  const translate = useTranslate()
  const { keys, rowAt, total = -1, isPlaceholderData } = useRows(props)
  const isBrief = useMediaQuery(PHONE_QUERY, { noSsr: true })
  const opening = useOpening()
  const container = useRef<HTMLUListElement>(null)
  const { rows, gapAfter, measure, ...handlers } = useCardWindow(
    { keys, estimate: estimateOf(columns.length, isBrief) },
    container,
  )
  useOnNewPage(() => {
    const top = container.current?.getBoundingClientRect().top ?? 0
    if (top < 0) container.current?.scrollIntoView({ block: 'start' })
  })
  useOnScrollPast(container, props.expansion)
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
        {...opening}
      >
        {rows.map(({ index, gap }) => {
          const row = rowAt(index)
          return row && <Card {...row} key={row.row.id} {...{ gap, total, measure, isBrief }} />
        })}
      </CardList>
      {end && <EndMark>{end}</EndMark>}
    </>
  )
}
