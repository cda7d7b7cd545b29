import { alpha, styled } from '@mui/material'

/** Scrolls the table by itself, in both directions, below a header that stays. One class for all cells. */
export const Scroller = styled('section')(({ theme }) => {
  const { palette, density, typography, breakpoints } = theme
  const line = `1px solid ${palette.divider}`
  return {
    overflow: 'auto',
    minHeight: 0,
    borderBlock: line,
    ...typography.body2,
    '&:focus-visible': { outlineOffset: -2 },
    table: { width: '100%', tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 0 },
    'table[aria-busy=true] > tbody': { opacity: 0.5 },
    'th, td': {
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
    [breakpoints.down('lg')]: { 'th, td, thead > tr > *': { paddingInline: 8 } },
    'tbody + tbody > tr:first-of-type > td': { borderTop: line },
    'tbody > tr:hover > td': { backgroundColor: palette.action.hover },
    'tbody > tr[data-selected] > td': { backgroundColor: alpha(palette.primary.main, 0.12) },
    'tbody > tr.details > td': {
      padding: '8px 16px 16px',
      backgroundColor: palette.background.default,
    },
    'input[type=checkbox]': {
      width: 18,
      height: 18,
      margin: 0,
      display: 'block',
      accentColor: palette.primary.main,
    },
    button: { cursor: 'pointer' },
    '.expand, .sort': { font: 'inherit', color: 'inherit', background: 'none', border: 0, padding: 0 },
    '.expand': { display: 'block', borderRadius: 4, height: 20 },
    '.expand > svg': { display: 'block', transition: 'transform 120ms' },
    '.expand[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
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
    'button:focus-visible, input:focus-visible': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: 1,
    },
    '.hidden': { position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' },
  }
})
