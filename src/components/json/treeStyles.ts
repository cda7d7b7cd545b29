import { styled } from '@mui/material'

/** Letters of code. */
export const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

/** Height of a row of one line, in px. */
export const ROW_HEIGHT = 26

/** What scrolls: the tree itself, which also has the focus. */
export const Scroller = styled('div')(({ theme }) => ({
  position: 'relative',
  maxHeight: 'min(70vh, 720px)',
  overflow: 'auto',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.default,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  '&:focus-visible [data-active="true"]': {
    outline: `2px solid ${theme.palette.primary.main}`,
    outlineOffset: -2,
  },
}))

/** A row. Each kind of value has its colour; quotes, digits and words tell them apart without it. */
export const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  minHeight: ROW_HEIGHT,
  padding: '3px 8px 3px 0',
  lineHeight: '20px',
  cursor: 'default',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&[data-active="true"]': { backgroundColor: theme.palette.action.selected },
  '[role="tree"]:not(:focus-within) > * > * > &[data-active="true"]': {
    backgroundColor: theme.palette.action.hover,
  },
  '& > span': { minWidth: 0 },
  '& .key': { color: theme.palette.primary.main },
  '& .count': { color: theme.palette.text.secondary },
  '& mark': { backgroundColor: theme.palette.warning.main, color: theme.palette.warning.contrastText },
}))

/** The triangle before a branch; its place stays empty before other values. */
export const Toggle = styled('span')({
  flex: '0 0 22px',
  height: 20,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  '&[data-branch="true"]': { cursor: 'pointer' },
  '&[data-branch="true"]::before': {
    content: '""',
    borderInlineStart: '6px solid currentColor',
    borderBlock: '4px solid transparent',
    opacity: 0.7,
  },
  '&[data-open="true"]::before': { transform: 'rotate(90deg)' },
})

/** The level of a value in digits. */
export const Depth = styled('span')(({ theme }) => ({
  flexShrink: 0,
  marginInlineEnd: 8,
  color: theme.palette.text.secondary,
}))

/** A value that is no branch. */
export const Value = styled('span')(({ theme }) => ({
  '&[data-kind="string"]': { color: theme.palette.success.main },
  '&[data-kind="number"]': { color: theme.palette.info.main },
  '&[data-kind="boolean"]': { color: theme.palette.warning.main },
  '&[data-kind="null"]': { color: theme.palette.text.secondary, fontStyle: 'italic' },
}))

/** Shows more of a value. */
export const MoreButton = styled('button')(({ theme }) => ({
  marginInlineStart: 8,
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.palette.primary.main,
  font: 'inherit',
  textAlign: 'start',
  textDecoration: 'underline',
  cursor: 'pointer',
}))
