import { Box, styled } from '@mui/material'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useServerAhead } from '../clock'
import { lazyPart, PartFrame } from '../components/lazyPart'
import { PageTitle } from '../components/page/PageTitle'
import { sectionOf } from '../components/page/sections'
import { useCurrentSpace } from '../dataProvider/account'
import { loadEndpoints } from '../dataProvider/endpoints'
import { useTranslate } from '../i18n/translate'
import { usePrinting } from '../theme/printing'
import { TOP_BAR_HEIGHT } from '../theme/theme'
import { useArea } from './areas'
import { useCommands } from './commands/useCommands'
import { useMenuMode } from './menu/menuMode'
import { SideMenu } from './menu/SideMenu'
import { AccountMenuList, SpacePopover, TopBar } from './topBar/TopBar'
import { usePaper } from './usePaper'

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

/** The title of a page that is still loading: the name of its section. */
function SectionTitle() {
  const translate = useTranslate()
  const section = sectionOf(useLocation().pathname)
  return <PageTitle name={section && translate(section.title)} />
}

/** Scrolls a new page to its top. On the way back, the browser restores the position itself. */
export function useScrollToTop() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const opened = useEffectEvent((_path: string) => {
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0)
  })
  // Changing a tab or filter does not open a new page.
  useLayoutEffect(() => opened(pathname), [pathname])
}

/** Moves the focus to the new page if the focused element is gone. */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement === document.body)
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true })
  }, [pathname])
}

const Drawer = lazyPart(() => import('@mui/material/Drawer'))
const Later = lazyPart(() => import('./Later'))
const ClockNotice = lazyPart(() => import('../components/contact/ClockNotice'))
const AccessNotice = lazyPart(() => import('../components/access/AccessNotice'))
const PaperHead = lazyPart(() => import('./PaperHead'))

/** Width of the side menu in px. */
const MENU_WIDTH = { rail: 64, full: 240 }

/** Preloads what the next click may need, a few seconds after the page itself. */
function usePreload() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of [SpacePopover, AccountMenuList, Drawer, PaperHead]) void part.preload()
      // What needs them loads them again, and reports a failure.
      loadEndpoints().catch(() => undefined)
    }, 5000)
    return () => clearTimeout(timer)
  }, [])
}

interface LayoutProps {
  /** The current space. */
  spaceId: string | undefined
  children?: ReactNode
}

/** The frame around every page for signed-in people. Rules, "Layout". */
export function Layout({ spaceId, children }: LayoutProps) {
  const area = useArea()
  const { mode, collapsible } = useMenuMode()
  const translate = useTranslate()
  const location = useLocation()
  // Any navigation closes the menu.
  const [menuOpenedAt, setMenuOpenedAt] = useState<typeof location>()
  const menuOpen = menuOpenedAt === location
  const closeMenu = () => setMenuOpenedAt(undefined)
  const isClockWrong = useServerAhead() !== 0
  const space = useCurrentSpace()
  const isAccessLimited = space !== undefined && (space.user_ends_at !== null || space.user_tags.length > 0)
  const isPrinting = usePrinting()
  usePreload()
  useScrollToTop()
  useFocusOnNewPage()
  usePaper()
  const { openPalette, dialog } = useCommands(spaceId)
  const hasDrawer = mode === 'drawer'
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}>
      <SectionTitle />
      <SkipLink />
      <TopBar
        area={area}
        inSpace={spaceId !== undefined}
        menuOpen={menuOpen}
        onOpenPalette={openPalette}
        onOpenMenu={hasDrawer ? () => setMenuOpenedAt(location) : undefined}
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
          {isPrinting && (
            <Suspense>
              <PaperHead />
            </Suspense>
          )}
          {isClockWrong && (
            <Suspense>
              <ClockNotice />
            </Suspense>
          )}
          {isAccessLimited && (
            <Suspense>
              <AccessNotice space={space} />
            </Suspense>
          )}
          {children}
        </Box>
      </Box>
      {hasDrawer && menuOpen && (
        <PartFrame onClose={closeMenu}>
          <Drawer
            open
            onClose={closeMenu}
            slotProps={{
              paper: { 'aria-label': translate('layout.menu.label'), sx: { width: 'min(288px, 85vw)' } },
            }}
          >
            <SideMenu area={area} spaceId={spaceId} />
          </Drawer>
        </PartFrame>
      )}
      <Suspense>
        <Later spaceId={spaceId} mainId={CONTENT_ID} />
      </Suspense>
      {dialog}
    </Box>
  )
}
