import MoreIcon from '@mui/icons-material/MoreHoriz'
import { Button } from '@mui/material'
import { useTranslate } from '../../i18n/translate'
import type { MenuAction } from './ActionMenu'
import { useActionMenu } from './useActionMenu'

const NARROW = { minWidth: 0, px: 1 }

/** Actions of a page that have no button of their own; nothing if there are none. */
export function MoreMenu({ actions }: { actions: readonly MenuAction[] }) {
  const { button, menu } = useActionMenu(useTranslate()('page.more'), actions)
  if (actions.length === 0) return null
  return (
    <>
      <Button variant="outlined" {...button} sx={NARROW}>
        <MoreIcon fontSize="small" />
      </Button>
      {menu}
    </>
  )
}
