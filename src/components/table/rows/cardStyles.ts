import { alpha, styled } from '@mui/material'
import { TOP_BAR_HEIGHT } from '../../../theme/theme'

/** Checkbox of all cards, above them. */
export const SelectPageRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 16px',
  borderTop: `1px solid ${theme.palette.divider}`,
  ...theme.typography.body2,
  color: theme.palette.text.secondary,
  input: { width: 20, height: 20, margin: 0, accentColor: theme.palette.primary.main },
}))

/** The cards; one class for all that is in them. */
export const CardList = styled('ul')(({ theme }) => {
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
    'input[type=checkbox]': { width: 20, height: 20, margin: 0, accentColor: palette.primary.main },
    '.expand': {
      font: 'inherit',
      color: 'inherit',
      background: 'none',
      border: 0,
      padding: 10,
      margin: '0 -10px 0 0',
      cursor: 'pointer',
      lineHeight: 0,
      borderRadius: 8,
    },
    '.expand > svg': { transition: 'transform 120ms' },
    '.expand[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
    'button:focus-visible, input:focus-visible': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: 1,
    },
  }
})
