import MoreIcon from '@mui/icons-material/MoreHoriz'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import ActionMenu, { type MenuAction } from './ActionMenu'

const NARROW = { minWidth: 0, px: 1 }

/** The actions of a page that have no button of their own; nothing when there are none. */
export function MoreMenu({ actions }: { actions: readonly MenuAction[] }) {
  const label = useTranslate()('page.more')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
      {anchor && <ActionMenu anchor={anchor} actions={actions} onClose={() => setAnchor(null)} />}
    </>
  )
}
