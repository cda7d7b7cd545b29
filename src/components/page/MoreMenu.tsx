import MoreIcon from '@mui/icons-material/MoreHoriz'
import { Button, Menu, MenuItem, styled } from '@mui/material'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTranslate } from '../../i18n/translate'

/** One action of the menu. */
interface MoreAction {
  label: string
  /** The page that it leads to, or what it does. */
  does: string | (() => void)
  /** Why it cannot be chosen; null when it can. */
  reason?: string | null
}

const Reason = styled('span')({ display: 'block', fontSize: '0.8125rem', whiteSpace: 'normal' })
const NARROW = { minWidth: 0, px: 1 }

/** The actions of a page that have no button of their own; nothing when there are none. */
export function MoreMenu({ actions }: { actions: readonly MoreAction[] }) {
  const label = useTranslate()('page.more')
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  if (actions.length === 0) return null
  return (
    <>
      <Button
        variant="outlined"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={NARROW}
      >
        <MoreIcon fontSize="small" />
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {actions.map(({ label, does, reason }, index) => {
            const reasonId = `${id}-${index}`
            // Without a component of its own around it, as the menu gives its items the focus.
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
                <MenuItem key={label} component={Link} to={does} onClick={close}>
                  {label}
                </MenuItem>
              )
            const act = () => {
              close()
              does()
            }
            return (
              <MenuItem key={label} onClick={act}>
                {label}
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </>
  )
}
