import HandleIcon from '@mui/icons-material/DragIndicator'
import { Button, Checkbox, FormControlLabel, IconButton, styled, Typography } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ComponentType, type KeyboardEvent, type PointerEvent, Suspense, useRef, useState } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../i18n/translate'
import { COLUMNS_PARAMETER, columnsText } from '../address/columns'
import { setParameter, useCurrentAddress } from '../address/currentAddress'
import { DialogPopover, type DialogPopoverProps } from '../dialog/DialogPopover'
import { copyText } from '../value/CopyText'
import { choiceOf, orderWith } from './choice'
import type { Column, MoreColumnsProps } from './types'
import { inOrder, isShown, useLabelOf, useTable } from './useTable'

export interface ColumnMenuProps {
  columns: readonly Column<never>[]
  /** Ids of columns without room in the table. */
  left: readonly string[]
  /** Rendered above the columns. */
  More: ComponentType<MoreColumnsProps> | undefined
  /** Resets the choices made there; undefined if there are none. */
  onReset: (() => void) | undefined
}

type ColumnPopoverProps = ColumnMenuProps & Pick<DialogPopoverProps, 'anchor' | 'onClose'>

const List = styled('ul')(({ theme: { palette } }) => ({
  listStyle: 'none',
  margin: '4px -8px 0',
  padding: 0,
  '& > li': { display: 'flex', alignItems: 'center', borderRadius: 6, paddingInlineEnd: 8 },
  '& > li:hover, & > li:focus-within': { backgroundColor: palette.action.hover },
  '& > li[data-moves]': { backgroundColor: palette.action.selected },
  label: { flex: 1, margin: 0 },
}))

const Handle = styled(IconButton)(({ theme: { palette } }) => ({
  padding: 4,
  cursor: 'grab',
  touchAction: 'none',
  color: palette.text.secondary,
  svg: { fontSize: 18 },
}))

const SMALL = { typography: { variant: 'body2' } } as const
const STEPS = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])

/** The index of the list item under a pointer. */
const placeAt = (items: Iterable<Element>, y: number) =>
  [...items].findIndex((item) => {
    const { top, bottom } = item.getBoundingClientRect()
    return y >= top && y < bottom
  })

/** Copies the address of the list with its columns and its sort, which show the same to anyone who opens it. */
function CopyLink({ columns }: { columns: readonly Column<never>[] }) {
  const translate = useTranslate()
  const { now } = useCurrentAddress()
  const { sort } = useListContext()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const { pathname, search } = now()
    const parameters = new URLSearchParams(search)
    parameters.set('sort', sort.field)
    parameters.set('order', sort.order)
    setParameter(parameters, COLUMNS_PARAMETER, columnsText(columns.map(({ id }) => id)))
    setCopied(await copyText(`${window.location.origin}${pathname}?${parameters}`))
  }
  return (
    <Button size="small" onClick={() => void copy()} sx={{ mt: 1 }}>
      <span>{translate(isCopied ? 'table.linkCopied' : 'table.copyLink')}</span>
    </Button>
  )
}

/**
 * Shows, hides and reorders columns. This browser stores both for the table. From the first choice on, the columns are
 * the person's own: all of them stay, and a table that is too narrow scrolls.
 */
export default function ColumnPopover({ columns, left, More, onReset, ...popover }: ColumnPopoverProps) {
  const translate = useTranslate()
  const labelOf = useLabelOf()
  const { settings, changeSettings } = useTable()
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<string | null>(null)
  const [said, say] = useState('')
  const title = translate('table.columns')
  const offered = inOrder(columns, settings.order).filter(({ card }) => card !== 'actions')
  const shows = (column: Column<never>) => isShown(settings)(column) && !left.includes(column.id)
  const toggle = (column: Column<never>) => {
    if (column.choose) column.choose(!shows(column), left)
    else
      changeSettings({
        columns: { ...choiceOf(columns, settings, left), [column.id]: !shows(column) },
      })
  }
  const move = (column: Column<never>, place: number) => {
    const others = offered.filter((other) => other !== column)
    const bounded = Math.max(0, Math.min(place, others.length))
    if (others[bounded]?.primary || offered[bounded] === column) return
    changeSettings({ order: orderWith(columns, settings.order, column.id, others[bounded]?.id ?? null) })
    say(translate('table.place', { label: labelOf(column), place: bounded + 1, count: offered.length }))
  }
  const isOwn = [settings.columns, settings.order, settings.widths].some(
    (part) => Object.keys(part).length > 0,
  )
  const reset = () => {
    changeSettings({ columns: {}, order: [], widths: {} })
    onReset?.()
  }
  const handle = (column: Column<never>, place: number) => ({
    'aria-label': translate('table.move', { label: labelOf(column) }),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS.get(event.key)
      if (step === undefined) return
      event.preventDefault()
      move(column, place + step)
    },
    onPointerDown: ({ currentTarget, pointerId }: PointerEvent) => {
      currentTarget.setPointerCapture(pointerId)
      setMoved(column.id)
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      const to = moved === column.id && list.current ? placeAt(list.current.children, clientY) : -1
      if (to >= 0 && to !== place) move(column, to)
    },
    onLostPointerCapture: () => setMoved(null),
  })
  return (
    <DialogPopover {...popover} label={title} side="right" minWidth={260}>
      {More && (
        <Suspense>
          <More left={left} />
        </Suspense>
      )}
      <Typography variant="subtitle2" component="h2">
        {title}
      </Typography>
      <List ref={list}>
        {offered.map((column, place) => (
          <li key={column.id} data-moves={moved === column.id || undefined}>
            <FormControlLabel
              slotProps={SMALL}
              label={labelOf(column)}
              control={
                <Checkbox
                  size="small"
                  checked={shows(column)}
                  disabled={column.hideable === false && !column.choose}
                  onChange={() => toggle(column)}
                />
              }
            />
            {!column.primary && (
              <Handle size="small" {...handle(column, place)}>
                <HandleIcon />
              </Handle>
            )}
          </li>
        ))}
      </List>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      <Button size="small" disabled={!isOwn && !onReset} onClick={reset} sx={{ mt: 1, ml: -0.5 }}>
        {translate('table.reset')}
      </Button>
      <CopyLink columns={offered.filter(shows)} />
    </DialogPopover>
  )
}
