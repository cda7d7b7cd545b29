import { Box, styled } from '@mui/material'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { addresses } from '../addresses'
import { lazyPart, PartFrame } from '../components/lazyPart'
import { useConfig } from '../config'
import { useCurrentSpace } from '../dataProvider/account'
import { type MessageKey, useTranslate } from '../i18n/translate'
import { registry } from '../resources/registry'
import { TOP_BAR_HEIGHT } from '../theme/theme'
import { useArea } from './areas'
import { useMenuMode } from './menu/menuMode'
import { SideMenu } from './menu/SideMenu'
import { AccountMenuList, SpacePopover, TopBar } from './TopBar'

/** Id of the page's content. */
const CONTENT_ID = 'content'

const Link = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1, 2),
  borderRadius: theme.shape.borderRadius,
  color: theme.palette.primary.contrastText,
  backgroundColor: theme.palette.primary.main,
  '&:not(:focus)': { transform: 'translateY(-64px)' },
}))

/** Lets the keyboard skip the top bar and the menu. */
function SkipLink() {
  const translate = useTranslate()
  return (
    <Link
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(CONTENT_ID)?.focus()
      }}
    >
      {translate('layout.skip')}
    </Link>
  )
}

/** Titles of the pages outside of sections. */
const OWN_TITLES: Record<string, MessageKey> = {
  [addresses.profile]: 'profile.title',
  [addresses.admin]: 'layout.admin.title',
}
const OWN_SPACE_TITLES: Record<string, MessageKey> = { dashboard: 'dashboard.title' }

/** The title of the page for the browser: its section, its space, and the product. */
function useDocumentTitle() {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const { productName } = useConfig()
  const space = useCurrentSpace()
  const section = registry.find(({ name }) => pathname.split('/').includes(name))?.name
  const ownInSpace = OWN_SPACE_TITLES[pathname.split('/')[3] ?? '']
  const own = OWN_TITLES[pathname] ?? ownInSpace ?? (section && (`layout.sections.${section}` as const))
  const parts = [own && translate(own), space?.name, productName]
  const title = parts.filter(Boolean).join(' – ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = productName
    }
  }, [title, productName])
}

/** Shows a new page from its top. On the way back the browser restores the place itself. */
export function useScrollToTop() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const opened = useEffectEvent((_path: string) => {
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0)
  })
  // A tab or a filter is not a new page.
  useLayoutEffect(() => opened(pathname), [pathname])
}

const MenuDrawer = lazyPart(() => import('./menu/MenuDrawer'))

/** Width of the side menu in px. */
const MENU_WIDTH = { rail: 64, full: 240 }

/** Time in milliseconds before the parts that open on a click are preloaded, because the page comes first. */
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
