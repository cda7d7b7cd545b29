import { styled } from '@mui/material'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { useTranslate } from '../../i18n/translate'
import { TOUCH, touchSpace } from '../../theme/theme'
import type { MenuAction } from '../action/ActionMenu'
import { useActionMenu } from '../action/useActionMenu'

const Anchor = styled(Link)(({ theme }) => ({
  color: theme.palette.primary.main,
  fontWeight: 600,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
  position: 'relative',
  ...touchSpace,
  // A long name is cut in a row; with the focus, or in a card, it is shown in full.
  'td &': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    overflowWrap: 'inherit',
    // Hidden overflow also clips the touch area, so the link gets padding instead.
    [TOUCH]: { paddingBlock: 10, marginBlock: -10 },
  },
  'td &:focus-visible': { whiteSpace: 'normal', overflow: 'visible', overflowWrap: 'anywhere' },
}))

/** The name of a row as a link to its page. */
export function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Anchor to={to} title={name}>
      {name}
    </Anchor>
  )
}

/** Container for the actions of a row, at the end of its cell. */
const Actions = styled('div')(({ theme: { palette, density } }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'end',
  'a, button': {
    ...touchSpace,
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: 28,
    height: density.lineHeight,
    padding: 0,
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: palette.text.secondary,
    cursor: 'pointer',
  },
  ':is(a, button):is(:hover, [aria-expanded=true])': {
    backgroundColor: palette.action.hover,
    color: palette.text.primary,
  },
  'button:not(:hover, :focus-visible, [aria-expanded=true])': { color: palette.text.disabled },
  // They lie over the cell to their left, in the row with the pointer or focus.
  '.quick': { display: 'flex' },
  'td & > .quick': {
    position: 'absolute',
    right: '100%',
    insetBlock: -4,
    alignItems: 'center',
    paddingInlineStart: 4,
    backgroundColor: 'var(--row)',
    boxShadow: '-8px 0 8px var(--row)',
  },
  'tbody:not(:hover, :focus-within) & > .quick, li:not(:hover, :focus-within) & > .quick': {
    opacity: 0,
    pointerEvents: 'none',
  },
  // In a row with its own button, they would cover it.
  '&:not(:first-child) > .quick': { display: 'none' },
  [TOUCH]: { '.quick, td & > .quick': { display: 'none' } },
}))

export interface RowAction extends Omit<MenuAction, 'label'> {
  /** Text in the menu. */
  text: string
  /** The same with the name of the row. */
  label: string
  /** Of an action that may have a button of its own. */
  Icon?: ComponentType<{ fontSize: 'small' }>
}

/** Number of row actions with a button of their own, on devices with a pointer. */
const QUICK = 2

/**
 * The menu of a row. Its first actions are also buttons, shown with the pointer or focus.
 * @param name of the row
 */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { button, menu } = useActionMenu(
    useTranslate()('table.actionsOf', { name }),
    actions.map(({ text, ...action }) => ({ ...action, label: text })),
  )
  return (
    <Actions>
      <span className="quick">
        {actions
          .filter(({ reason, Icon }) => !reason && Icon)
          .slice(0, QUICK)
          .map(({ label, does, Icon }) => {
            const icon = Icon && <Icon fontSize="small" />
            return typeof does === 'string' ? (
              <Link key={label} to={does} aria-label={label} title={label}>
                {icon}
              </Link>
            ) : (
              <button key={label} type="button" aria-label={label} title={label} onClick={does}>
                {icon}
              </button>
            )
          })}
      </span>
      <button type="button" {...button}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="currentColor">
          <path d="M4 12a2 2 0 104 0 2 2 0 10-4 0m6 0a2 2 0 104 0 2 2 0 10-4 0m6 0a2 2 0 104 0 2 2 0 10-4 0" />
        </svg>
      </button>
      {menu}
    </Actions>
  )
}
