import { alpha, styled, type Theme } from '@mui/material'
import { PHONE_QUERY, TOP_BAR_HEIGHT, TOUCH, TOUCH_SIZE } from '../../../theme/theme'
import { controlStyles, freshStyles, markStyles } from './rowParts'

/** Controls large enough for a finger. */
const cardControls = (theme: Theme) => ({
  ...controlStyles(theme),
  '.check, .expand': {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: TOUCH_SIZE,
    height: TOUCH_SIZE,
    borderRadius: 8,
    cursor: 'pointer',
  },
})

/** The checkbox for all cards, above them. */
export const SelectPageRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  padding: '0 16px 0 6px',
  borderTop: `1px solid ${theme.palette.divider}`,
  ...theme.typography.body2,
  ...cardControls(theme),
  color: theme.palette.text.secondary,
}))

/** A single class styles the content of all cards. */
export const CardList = styled('ul')(({ theme }) => {
  const { palette, typography, density } = theme
  const controls = cardControls(theme)
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    scrollMarginTop: TOP_BAR_HEIGHT,
    ...typography.body2,
    '&[aria-busy=true]': { opacity: 0.5 },
    '& > li': {
      borderTop: `1px solid ${palette.divider}`,
      padding: `${density.rowPadding}px 6px`,
    },
    '& > li[data-selected]': { backgroundColor: alpha(palette.primary.main, 0.12) },
    '& > li[data-fresh]': freshStyles(theme),
    '& > li[data-address]': { cursor: 'pointer' },
    '& > li[data-address]:focus-visible': { outlineOffset: -2 },
    '.mark': {
      ...markStyles(theme),
      margin: `${-density.rowPadding}px -6px ${density.rowPadding}px`,
      padding: '8px 16px',
    },
    // Side by side; on a phone stacked, because the name needs the width.
    '.ends': {
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      [`@media ${PHONE_QUERY}`]: {
        flexDirection: 'column',
        gap: 0,
        // Centred on the title line, which is 40 px high.
        '& > .actions': { marginTop: 6 },
      },
    },
    '.top': {
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      minHeight: TOUCH_SIZE,
      // Aligned with the title line, however many lines follow.
      [`@media ${PHONE_QUERY}`]: { alignItems: 'start' },
    },
    '.main': { flex: 1, minWidth: 0, paddingInlineStart: 10 },
    '.check + .main': { paddingInlineStart: 0 },
    '.title': {
      display: 'flex',
      alignItems: 'center',
      gap: 8,
      // A name and a state share one line; the state wraps before the name does.
      '& > div': { flexShrink: 1e6, minWidth: 'min-content', fontSize: '0.8125rem', textAlign: 'end' },
    },
    h2: { ...typography.h3, margin: 0, flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
    [`@media ${PHONE_QUERY}`]: { h2: { fontSize: '0.9375rem' } },
    'h2 a': { display: 'inline-block', paddingBlock: 10, minWidth: TOUCH_SIZE, maxWidth: '100%' },
    '.line': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 12,
      minHeight: 24,
      paddingBottom: 4,
      fontSize: '0.8125rem',
      color: palette.text.secondary,
      whiteSpace: 'nowrap',
      '--row-wrap': 'nowrap',
      '& > span': { display: 'flex', gap: 3, maxWidth: '100%', minHeight: 24, alignItems: 'center' },
      '.value': { minWidth: 0, overflowX: 'clip', textOverflow: 'ellipsis' },
      // Hidden overflow also clips a link's touch area, so the link itself is larger.
      [TOUCH]: {
        '& > span:has(a)': { minHeight: TOUCH_SIZE },
        '.value a': {
          display: 'inline-block',
          minWidth: TOUCH_SIZE,
          maxWidth: '100%',
          overflowX: 'clip',
          textOverflow: 'ellipsis',
        },
        '.value .MuiIconButton-root': { marginInlineEnd: 0 },
      },
      '.label': { flex: 'none', fontSize: '0.75rem' },
      '.label + .value': { color: palette.text.primary, whiteSpace: 'normal' },
      // Lines without a value are hidden.
      '& > :has(> .value:empty), & > :has([data-none])': { display: 'none' },
    },
    '.own-line': { paddingBottom: 4, '--lines': 2 },
    // Buttons are side by side.
    '.own-line:has(> button:first-child)': { display: 'inline-block', marginInlineEnd: 8 },
    // Keeps the touch area of a link below them apart from theirs.
    '.own-line:has(> button:first-child) + .own-line:not(:has(> button:first-child))': { marginTop: 8 },
    '.below': { paddingInline: '10px' },
    '.actions > *': { justifyContent: 'end', marginInline: 0 },
    '.ends button': { height: TOUCH_SIZE },
    '.below .actions > *': { justifyContent: 'start', marginInline: -10 },
    dl: {
      margin: 0,
      padding: '0 10px',
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
      columnGap: 32,
    },
    'dd:empty::after, dd:has(> :only-child:empty)::after, .value:empty::after, .value:has(> :only-child:empty)::after':
      { content: '"–"' },
    'dl > div': { display: 'flex', gap: 16, padding: '4px 0', minHeight: 28, alignItems: 'baseline' },
    dt: { flex: '0 0 36%', color: palette.text.secondary },
    dd: { margin: 0, flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '.details': { padding: '8px 10px', overflowX: 'auto' },
    ...controls,
    '.MuiIconButton-root': { minWidth: TOUCH_SIZE, minHeight: TOUCH_SIZE },
    'dd .MuiIconButton-root, .line .MuiIconButton-root': { marginBlock: -10 },
  }
})
