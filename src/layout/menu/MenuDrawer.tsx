import { Drawer } from '@mui/material'
import { useTranslate } from '../../i18n/translate'
import type { Area } from '../areas'
import { SideMenu } from './SideMenu'

interface MenuDrawerProps {
  area: Area
  spaceId: string | undefined
  open: boolean
  onClose: () => void
}

/** The side menu on narrow pages; a visit, Escape or a touch beside it closes it. */
export default function MenuDrawer({ area, spaceId, open, onClose }: MenuDrawerProps) {
  const translate = useTranslate()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-label': translate('layout.menu.label'),
          sx: { width: 'min(288px, 85vw)' },
        },
      }}
    >
      <SideMenu area={area} spaceId={spaceId} onVisit={onClose} />
    </Drawer>
  )
}
