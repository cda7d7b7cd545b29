import { Menu, MenuItem, styled } from '@mui/material'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { TOUCH, TOUCH_SIZE } from '../../theme/theme'

export interface MenuAction {
  label: string
  /** The page that it opens, or its action. */
  does: string | (() => void)
  /** Why it is disabled; null if it is enabled. */
  reason?: string | null
}

const Reason = styled('span')({ display: 'block', fontSize: '0.8125rem', whiteSpace: 'normal' })

const DENSE = {
  list: { dense: true, sx: { [TOUCH]: { '& > li': { minHeight: TOUCH_SIZE } } } },
} as const

interface ActionMenuProps {
  anchor: HTMLElement
  actions: readonly MenuAction[]
  onClose: () => void
}

/** A menu of actions below the button that opens it. */
export default function ActionMenu({ anchor, actions, onClose }: ActionMenuProps) {
  const id = useId()
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={DENSE}>
      {actions.map(({ label, does, reason }, index) => {
        const reasonId = `${id}-${index}`
        // Not a component of its own, because MUI's menu focuses its direct children.
        if (reason)
          return (
            <MenuItem
              key={label}
              aria-disabled
              aria-label={label}
              aria-describedby={reasonId}
              sx={{ opacity: 0.6 }}
            >
              <span>
                {label}
                <Reason id={reasonId}>{reason}</Reason>
              </span>
            </MenuItem>
          )
        if (typeof does === 'string')
          return (
            <MenuItem key={label} component={Link} to={does} onClick={onClose}>
              {label}
            </MenuItem>
          )
        const act = () => {
          onClose()
          does()
        }
        return (
          <MenuItem key={label} onClick={act}>
            {label}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
