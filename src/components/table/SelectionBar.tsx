import { Button, styled } from '@mui/material'
import type { ReactNode } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../i18n/translate'

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
  backgroundColor: theme.palette.mode === 'dark' ? theme.palette.grey[900] : theme.palette.grey[100],
  ...theme.typography.body2,
  strong: { fontVariantNumeric: 'tabular-nums' },
}))

/** How many rows are selected, what to do with them, and how to let them go. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext()
  const count = selectedIds.length
  return (
    <>
      {/* Always there, so that screen readers hear each change. */}
      <span role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {count > 0 && translate('table.selection.count', { smart_count: count })}
      </span>
      {count > 0 && (
        <Bar>
          <strong aria-hidden="true">{translate('table.selection.count', { smart_count: count })}</strong>
          <Button size="small" color="inherit" onClick={() => onSelect([])}>
            {translate('table.selection.clear')}
          </Button>
          {children}
        </Bar>
      )}
    </>
  )
}
