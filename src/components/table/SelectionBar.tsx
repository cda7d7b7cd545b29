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

/** Number of selected rows and the buttons for them. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext()
  const count = selectedIds.length
  const text = translate('table.selection.count', { smart_count: count })
  return (
    <>
      {/* Always in the document, so that screen readers announce each change. */}
      <span role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {count > 0 && text}
      </span>
      {count > 0 && (
        <Bar>
          <strong aria-hidden="true">{text}</strong>
          <Button size="small" color="inherit" onClick={() => onSelect([])}>
            {translate('table.selection.clear')}
          </Button>
          {children}
        </Bar>
      )}
    </>
  )
}
