import { styled } from '@mui/material'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../../../theme/theme'
import { CONTROL_WIDTH } from './fit'
import { controlStyles, freshStyles, markStyles } from './rowParts'
import { MEASURING } from './useNatural'

/** The cells of the table itself; the details of a row may contain other tables. */
const CELLS = '& > table > * > tr > *'

/** Cells that stay in place while the table scrolls sideways. */
const PINNED = '.control, .name, .actions'

const manyLines = { whiteSpace: 'normal', overflowWrap: 'anywhere', '--row-wrap': 'wrap' } as const

/** A part of a colour over the background of a row; opaque, because pinned cells lie over others. */
const tint = (color: string, percent: number, ground: string) =>
  `color-mix(in srgb, ${color} ${percent}%, ${ground})`

/** Wraps the scroller; shades the edges with hidden content. */
export const Edges = styled('div')(({ theme: { palette } }) => {
  const shade = (to: 'left' | 'right') =>
    ({
      content: '""',
      position: 'absolute',
      zIndex: 3,
      insetBlock: 1,
      width: 12,
      pointerEvents: 'none',
      backgroundImage: `linear-gradient(to ${to}, rgb(0 0 0 / ${palette.mode === 'light' ? 0.12 : 0.45}), transparent)`,
    }) as const
  return {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    '&[data-more-start]::before': { ...shade('right'), left: 'var(--pinned)' },
    '&[data-more-end]::after': { ...shade('left'), right: 'calc(var(--pinned-end) + var(--bar, 0px))' },
  }
})

/** Scrolls the table in both directions below a sticky header. A single class styles all cells. */
export const Scroller = styled('section')(({ theme }) => {
  const { palette, density, typography, breakpoints } = theme
  const controls = controlStyles(theme)
  const line = `1px solid ${palette.divider}`
  const ground = palette.background.paper
  return {
    overflow: 'auto',
    minHeight: 0,
    borderBlock: line,
    ...typography.body2,
    '&:focus-visible': { outlineOffset: -2 },
    '& > table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 0 },
    'table[aria-busy=true] > tbody': { opacity: 0.5 },
    [CELLS]: {
      padding: `${density.rowPadding}px 10px`,
      textAlign: 'left',
      verticalAlign: 'middle',
      whiteSpace: 'nowrap',
      '--row-wrap': 'nowrap',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    '& > table[data-wraps] > tbody > tr > td': manyLines,
    // Cells in a column are as wide as the widest one; cells that span columns do not count.
    [`& > table[${MEASURING}]`]: {
      width: 'max-content !important',
      minWidth: '0 !important',
      tableLayout: 'auto',
    },
    [`& > table[${MEASURING}] > colgroup > col`]: { width: 'auto !important' },
    [`& > table[${MEASURING}] > * > tr > td`]: { whiteSpace: 'nowrap', '--row-wrap': 'nowrap' },
    '.whole': { contain: 'inline-size' },
    'thead > tr > *': {
      position: 'sticky',
      top: 0,
      zIndex: 1,
      padding: `${density.rowPadding + 2}px 10px`,
      backgroundColor: palette.background.paper,
      borderBottom: line,
      color: palette.text.secondary,
      fontWeight: 600,
      // Dragging a header selects no text.
      userSelect: 'none',
    },
    [breakpoints.down('lg')]: { [`${CELLS}, thead > tr > *`]: { paddingInline: 7 } },
    // Each control fills its cell.
    '& > table > * > tr > .control': { padding: 0, overflow: 'visible' },
    '& > table > * > tr > .actions': { paddingInline: 8, overflow: 'visible', textAlign: 'end' },
    'td .MuiIconButton-sizeSmall': { padding: density.iconPadding },
    'tbody + tbody > tr:first-of-type > td': { borderTop: line },
    '& > table > tbody > tr': { '--row': ground },
    '& > table > tbody > tr:hover': { '--row': tint(palette.text.primary, 4, ground) },
    '& > table > tbody > tr[data-selected]': { '--row': tint(palette.primary.main, 12, ground) },
    '& > table > tbody > tr[data-selected]:hover': { '--row': tint(palette.primary.main, 18, ground) },
    '& > table > tbody > tr > td': { backgroundColor: 'var(--row)' },
    // While the table scrolls sideways, the row's name and controls stay in place.
    scrollPaddingInline: 'var(--pinned) var(--pinned-end)',
    [`& > table[data-scrolls] > * > tr > :is(${PINNED})`]: { position: 'sticky', left: 0, zIndex: 1 },
    '& > table[data-scrolls] > * > tr > .control + .control': { left: CONTROL_WIDTH },
    '& > table[data-scrolls] > * > tr > .name': { left: 'var(--controls)' },
    '& > table[data-scrolls] > * > tr > .actions': { left: 'auto', right: 0 },
    [`& > table[data-scrolls] > thead > tr > :is(${PINNED})`]: { zIndex: 2 },
    'tbody[data-fresh] > tr:not(.details) > td': freshStyles(theme),
    'tr[data-address]': { cursor: 'pointer' },
    'tr[data-address]:focus-visible': { outlineOffset: -2 },
    'tbody > tr.mark > td': { ...markStyles(theme), ...manyLines },
    'tbody > tr.details > td': {
      padding: '8px 16px 16px',
      ...manyLines,
      cursor: 'auto',
      backgroundColor: palette.background.default,
    },
    ...controls,
    button: { cursor: 'pointer' },
    '.check, .expand': { display: 'grid', placeItems: 'center', width: '100%', height: density.lineHeight },
    [TOUCH]: { [CELLS]: { height: TOUCH_SIZE }, '.check, .expand': { height: TOUCH_SIZE } },
    '.expand': { ...controls['.expand, .sort'], borderRadius: 4 },
    // The resize edge, at the right of a header.
    '.edge': {
      position: 'absolute',
      insetBlock: 4,
      right: 0,
      width: 9,
      cursor: 'col-resize',
      touchAction: 'none',
      borderRight: `2px solid transparent`,
      borderRadius: 0,
    },
    'th:hover > .edge': { borderColor: palette.divider },
    'th > .edge:is(:hover, :focus-visible, [data-moves])': {
      borderColor: palette.primary.main,
      outline: 'none',
    },
    'th[data-moves]': { opacity: 0.5 },
    'th[data-drop=before]': { boxShadow: `inset 2px 0 ${palette.primary.main}` },
    'th[data-drop=after]': { boxShadow: `inset -2px 0 ${palette.primary.main}` },
    '.sort': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      textAlign: 'inherit',
      borderRadius: 4,
      position: 'relative',
      ...touchSpace,
    },
    '.sort > svg': { flex: 'none', opacity: 0.45 },
    '.sort:hover > svg, .sort:focus-visible > svg': { opacity: 1 },
    '.sort > svg[data-order]': { opacity: 1, color: palette.primary.main },
    '.sort > svg[data-order=DESC]': { transform: 'rotate(180deg)' },
  }
})

/** Marks the edges with hidden content, without a render. */
export function markEdges(scroller: HTMLElement) {
  const { parentElement: edges, scrollLeft, clientWidth, scrollWidth, offsetWidth } = scroller
  edges?.toggleAttribute('data-more-start', scrollLeft > 0)
  edges?.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
  edges?.style.setProperty('--bar', `${offsetWidth - clientWidth}px`)
}

/** Observes the sizes of a scroller and its table. */
export function watchEdges(scroller: HTMLElement | null) {
  if (!scroller) return undefined
  const observer = new ResizeObserver(() => markEdges(scroller))
  observer.observe(scroller)
  if (scroller.firstElementChild) observer.observe(scroller.firstElementChild)
  return () => observer.disconnect()
}
