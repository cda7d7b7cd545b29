import { Box } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyPart, PartFrame } from '../components/lazyPart'
import { TOP_BAR_HEIGHT } from '../theme/theme'
import { AccountMenuList } from './account/AccountMenu'
import { useArea } from './areas'
import { useMenuMode } from './menu/menuMode'
import { SideMenu } from './menu/SideMenu'
import { CONTENT_ID, SkipLink } from './SkipLink'
import { SpacePopover } from './space/SpaceSelector'
import { TopBar } from './TopBar'
import { useDocumentTitle } from './useDocumentTitle'
import { useScrollToTop } from './useScrollToTop'

const MenuDrawer = lazyPart(() => import('./menu/MenuDrawer'))

/** Width of the side menu in px. */
const MENU_WIDTH = { rail: 64, full: 240 }

/** Time after which the parts that open on a click are fetched ahead, in milliseconds: the page comes first. */
const PRELOAD_AFTER = 5000

function usePreload() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of [SpacePopover, AccountMenuList, MenuDrawer]) part.preload()
    }, PRELOAD_AFTER)
    return () => clearTimeout(timer)
  }, [])
}

interface LayoutProps {
  /** The space that the page is in. */
  spaceId: string | undefined
  children?: ReactNode
}

/** The frame around every page of a signed-in person. Spec 1, section 2, "Shared layout". */
export function Layout({ spaceId, children }: LayoutProps) {
  const area = useArea()
  const { mode, collapsible } = useMenuMode()
  const [menuOpen, setMenuOpen] = useState(false)
  usePreload()
  useDocumentTitle()
  useScrollToTop()
  const hasDrawer = mode === 'drawer'
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SkipLink />
      <TopBar
        area={area}
        inSpace={spaceId !== undefined}
        menuOpen={menuOpen}
        onOpenMenu={hasDrawer ? () => setMenuOpen(true) : undefined}
      />
      <Box sx={{ display: 'flex', flexGrow: 1 }}>
        {!hasDrawer && (
          <Box
            sx={{
              position: 'sticky',
              top: TOP_BAR_HEIGHT,
              zIndex: 'mobileStepper',
              alignSelf: 'start',
              display: 'flex',
              flexShrink: 0,
              width: MENU_WIDTH[mode],
              height: `calc(100dvh - ${TOP_BAR_HEIGHT}px - var(--banner-height, 0px))`,
              overflowY: 'auto',
              bgcolor: 'background.paper',
              borderRight: '1px solid',
              borderColor: 'divider',
            }}
          >
            <SideMenu area={area} spaceId={spaceId} rail={mode === 'rail'} collapsible={collapsible} />
          </Box>
        )}
        <Box
          component="main"
          id={CONTENT_ID}
          tabIndex={-1}
          sx={{ flexGrow: 1, minWidth: 0, p: { xs: 2, md: 3 }, outline: 'none' }}
        >
          {children}
        </Box>
      </Box>
      {hasDrawer && menuOpen && (
        <PartFrame onClose={() => setMenuOpen(false)}>
          <MenuDrawer open area={area} spaceId={spaceId} onClose={() => setMenuOpen(false)} />
        </PartFrame>
      )}
    </Box>
  )
}
