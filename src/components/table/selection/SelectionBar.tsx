import { Button, styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { type RaRecord, useListContext } from 'react-admin'
import { useTranslate } from '../../../i18n/translate'
import { lazyPart, PartFrame } from '../../lazyPart'
import type { TableListProps } from '../types'
import { useSelectedRows } from './useSelectedRows'

const SelectAll = lazyPart(() => import('./SelectAll'))
const HiddenSelection = lazyPart(() => import('./HiddenSelection'))

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  padding: '8px 16px',
  borderBottom: `1px solid ${theme.palette.divider}`,
  backgroundColor: theme.palette.mode === 'dark' ? theme.palette.background.raised : theme.palette.grey[100],
  ...theme.typography.body2,
  strong: { fontVariantNumeric: 'tabular-nums' },
}))

interface HiddenButtonProps {
  rows: ComponentProps<typeof HiddenSelection>['rows']
}

/** The number of selected rows that the list does not show; opens their names. */
function HiddenButton({ rows }: HiddenButtonProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        color="warning"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={HiddenSelection.preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate('table.selection.hidden', { smart_count: rows.length })}
      </Button>
      {anchor && (
        <PartFrame onClose={close}>
          <HiddenSelection {...{ anchor, rows }} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}

interface SelectionBarProps<Row extends RaRecord> extends Pick<TableListProps<Row>, 'rowLabel'> {
  children: ReactNode
}

/** The number of selected rows, of hidden ones among them, and buttons for the selection. */
export function SelectionBar<Row extends RaRecord>({ rowLabel, children }: SelectionBarProps<Row>) {
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext<Row>()
  const { hidden } = useSelectedRows<Row>()
  const count = selectedIds.length
  const text = translate('table.selection.count', { smart_count: count })
  const hiddenText = translate('table.selection.hidden', { smart_count: hidden.length })
  return (
    <>
      {/* Always in the document, so that screen readers announce each change. */}
      <span role="status" style={visuallyHidden}>
        {count > 0 && (hidden.length > 0 ? `${text}, ${hiddenText}` : text)}
      </span>
      {count > 0 && (
        <Bar>
          <strong aria-hidden="true">{text}</strong>
          {hidden.length > 0 && (
            <HiddenButton rows={hidden.map((row) => ({ id: row.id, label: rowLabel(row) }))} />
          )}
          <Button size="small" color="inherit" onClick={() => onSelect([])}>
            {translate('table.selection.clear')}
          </Button>
          <Suspense>
            <SelectAll />
          </Suspense>
          {children}
        </Bar>
      )}
    </>
  )
}
