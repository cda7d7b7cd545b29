import { Box } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { type ComponentType, useId } from 'react'
import { NavLink } from 'react-router-dom'

interface MenuItemProps {
  label: string
  icon: ComponentType
  /** Path of the console, or the address of another site. */
  to: string
  /** Is current on exactly this path, not below it. */
  end?: boolean
  /** Opens another site, in a new tab; says so. */
  external?: string
  /** Why it leads nowhere now: it is disabled and dimmed. */
  reason?: string
  onVisit?: () => void
}

/** One entry of the side menu. In the rail its name appears beside the icon, on hover and focus. */
export function MenuItem({ label, icon: Icon, to, end, external, reason, onVisit }: MenuItemProps) {
  const reasonId = useId()
  const content = (
    <>
      <Icon />
      <span className="label">{label}</span>
      {external && <Box sx={visuallyHidden}>{`(${external})`}</Box>}
    </>
  )
  if (reason)
    return (
      <li>
        <Box
          component="span"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an anchor that leads nowhere is no link
          role="link"
          tabIndex={0}
          aria-disabled
          aria-label={label}
          aria-describedby={reasonId}
        >
          <Icon />
          <span className="label">
            {label}
            <span id={reasonId} className="reason">
              {reason}
            </span>
          </span>
        </Box>
      </li>
    )
  return (
    <li>
      {external ? (
        <a href={to} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      ) : (
        <NavLink to={to} end={end} onClick={onVisit}>
          {content}
        </NavLink>
      )}
    </li>
  )
}
