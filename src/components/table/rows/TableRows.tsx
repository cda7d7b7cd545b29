import { Button, keyframes, Stack, styled, useMediaQuery, useTheme } from '@mui/material'
import { Suspense, useContext, useEffect, useMemo } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { isGone } from '../../../dataProvider/client'
import { useTranslate } from '../../../i18n/translate'
import { usePrinting } from '../../../theme/printing'
import { PHONE_QUERY } from '../../../theme/theme'
import { lazyPart } from '../../lazyPart'
import { Field, FieldList } from '../../page'
import { useWidth } from '../../useWidth'
import { UnreadableContext } from '../listMeta'
import type { Column } from '../types'
import { useLabelOf } from '../useTable'
import type { Arrangement } from './arrange'
import {
  CONTROL_WIDTH,
  countLeaving,
  estimateOf,
  layOut,
  type OwnWidths,
  SCROLLBAR_WIDTH,
  split,
} from './fit'
import { Grid, type GridProps } from './Grid'
import type { NoRowsProps } from './NoRows'
import { useNatural } from './useNatural'
import { type RowsProps, useExpansion } from './useRows'

/** Height of a table header in px, without the row padding. */
const HEAD_HEIGHT = 26

const NoRows = lazyPart(() => import('./NoRows'))
const Cards = lazyPart<RowsProps<never>>(() => import('./Cards'))

/** True if rows are a table. Below 1024 px they are cards, except in print. Rules, "Tables". */
export function useIsWide(): boolean {
  const theme = useTheme()
  const isWide = useMediaQuery(theme.breakpoints.up('md'), { noSsr: true, defaultMatches: true })
  return usePrinting() || isWide
}

const Room = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: 0 })

const appear = keyframes({ to: { opacity: 1 } })

// Appears after a delay, so that a fast answer does not flash.
const Bars = styled('div')(({ theme }) => ({
  position: 'relative',
  borderBlock: `1px solid ${theme.palette.divider}`,
  opacity: 0,
  animation: `${appear} 150ms 250ms forwards`,
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: 24,
    padding: '0 16px',
  },
  '& > div > i': { flex: 1, height: 10, borderRadius: 5, backgroundColor: theme.palette.action.hover },
  '& > p': {
    position: 'absolute',
    inset: 0,
    margin: 'auto',
    width: 'fit-content',
    height: 'fit-content',
    padding: '4px 12px',
    backgroundColor: theme.palette.background.paper,
    borderRadius: theme.shape.borderRadius,
    color: theme.palette.text.secondary,
  },
}))

const places = (count: number) => Array.from({ length: count }, (_, index) => index)

interface SkeletonProps {
  rows: number
  columns: number
  /** Cards are higher. */
  isTable: boolean
  selectable: boolean
}

/** Placeholder in the size of the loading rows, so that nothing moves when they arrive. Rules, "Failures". */
function Skeleton({ rows, columns, isTable, selectable }: SkeletonProps) {
  const translate = useTranslate()
  const { lineHeight, rowPadding } = useTheme().density
  const isPhone = useMediaQuery(PHONE_QUERY, { noSsr: true })
  const height = isTable ? lineHeight + 2 * rowPadding + 1 : estimateOf(columns, isPhone)
  // Space above the rows: the table header, or the checkbox that selects all cards.
  const above = isTable || selectable ? HEAD_HEIGHT + 2 * rowPadding : 0
  return (
    <Bars>
      <div style={{ height: above }} aria-hidden="true" />
      {places(rows).map((row) => (
        <div key={row} style={{ height }} aria-hidden="true">
          {places(isTable ? columns : 1).map((column) => (
            <i key={column} />
          ))}
        </div>
      ))}
      <p role="status">{translate('table.loading')}</p>
    </Bars>
  )
}

const Failure = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '12px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  color: theme.palette.error.main,
}))

/**
 * Reports that the list no longer exists for this person, who was removed from the space, or because it was deleted.
 * Old rows must not stay.
 */
function Gone() {
  return <Failure role="alert">{useTranslate()('table.gone')}</Failure>
}

/** Reports that the list failed to load. Rows on screen stay. Rules, "Failures". */
function LoadFailure() {
  const translate = useTranslate()
  const { refetch } = useListContext()
  return (
    <Failure role="alert">
      <span>{translate('table.error')}</span>
      <Button size="small" variant="outlined" color="inherit" onClick={() => void refetch()}>
        {translate('table.retry')}
      </Button>
    </Failure>
  )
}

/** Reports the number of rows that could not be read; the others are shown. */
function Unreadable({ count }: { count: number }) {
  return <Failure role="note">{useTranslate()('table.unreadable', { smart_count: count })}</Failure>
}

/** The details of a row, preceded by the columns without room in the table. */
function detailsWith<Row extends RaRecord>(
  leaving: readonly Column<Row>[],
  expand: RowsProps<Row>['expand'],
  labelOf: ReturnType<typeof useLabelOf>,
): RowsProps<Row>['expand'] {
  const columns = leaving.filter(({ inDetails }) => !inDetails)
  if (columns.length === 0) return expand
  return (row) => (
    <Stack sx={{ gap: 2 }}>
      <FieldList>
        {columns.map((column) => (
          <Field key={column.id} label={labelOf(column)}>
            {column.cell(row)}
          </Field>
        ))}
      </FieldList>
      {expand?.(row)}
    </Stack>
  )
}

const NO_WIDTHS = {}

interface TableRowsProps<Row extends RaRecord>
  extends Omit<RowsProps<Row>, 'expansion'>,
    NoRowsProps,
    Pick<Partial<GridProps<Row>>, 'headEnd'> {
  /** The person's arrangement of columns and how to change it; without it, nobody can. */
  arrangement?: Arrangement
  /** Called with the ids of columns without room in the table, whenever they change. */
  onLeave?: (ids: readonly string[]) => void
}

/**
 * The rows of a list, as a table from 1024 px on and as cards below; or a loading, failed or empty state. Columns
 * without room in the table move to the details of their row. Rules, "Failures".
 */
export function TableRows<Row extends RaRecord>(props: TableRowsProps<Row>) {
  const { columns, expand, entity, emptyText, canCreate, icon, onLeave, headEnd, arrangement, ...rows } =
    props
  const own = arrangement?.settings.widths ?? NO_WIDTHS
  const labelOf = useLabelOf()
  const isWide = useIsWide()
  const { ref, width } = useWidth()
  const { natural, take } = useNatural()
  const expansion = useExpansion()
  const { data, error, isPlaceholderData, perPage } = useListContext()
  const widthBeside = (hasDetails: boolean) => {
    const controls = Number(rows.selectable) + Number(hasDetails)
    return isWide && width > 0 ? Math.max(1, width - controls * CONTROL_WIDTH - SCROLLBAR_WIDTH) : 0
  }
  // Loads together with the first rows, so that narrow pages do not wait longer.
  useEffect(() => void (isWide || Cards.preload()), [isWide])
  const unreadable = useContext(UnreadableContext)
  const count = countLeaving(columns, widthBeside(Boolean(expand)), Boolean(expand), natural, own)
  const { staying, leaving, details } = useMemo(() => {
    const { staying, leaving } = split(columns, count)
    return { staying, leaving, details: detailsWith(leaving, expand, labelOf) }
  }, [columns, count, expand, labelOf])
  useEffect(() => onLeave?.(leaving.map(({ id }) => id)), [leaving, onLeave])
  const layOutWith = (own: OwnWidths) => layOut(staying, widthBeside(Boolean(details)), natural, own)
  const shown = { ...rows, columns: staying, expand: details, expansion }
  const waiting = !data || (isPlaceholderData && data.length === 0)
  if (isGone(error)) return <Gone />
  const skeleton = (
    <Skeleton
      rows={Math.min(perPage, 10)}
      columns={staying.length}
      isTable={isWide}
      selectable={rows.selectable}
    />
  )
  return (
    <Room ref={ref}>
      {error && <LoadFailure />}
      {unreadable > 0 && <Unreadable count={unreadable} />}
      {waiting && !error && skeleton}
      {!waiting && data.length > 0 && isWide && (
        <Grid
          {...shown}
          layout={layOutWith(own)}
          onMeasure={take}
          headEnd={headEnd}
          arranging={arrangement && { ...arrangement, columns: staying, natural, layOut: layOutWith }}
        />
      )}
      {!waiting && data.length > 0 && !isWide && (
        <Suspense fallback={skeleton}>
          <Cards {...shown} />
        </Suspense>
      )}
      {!waiting && data.length === 0 && unreadable === 0 && !error && (
        <Suspense>
          <NoRows {...{ entity, emptyText, canCreate, icon }} />
        </Suspense>
      )}
    </Room>
  )
}
