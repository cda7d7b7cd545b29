import MenuIcon from '@mui/icons-material/Menu'
import SearchIcon from '@mui/icons-material/Search'
import SelectIcon from '@mui/icons-material/UnfoldMore'
import { Box, Button, IconButton, styled } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { NOTICES_CAPABILITY } from '#contract/notices/capability'
import { addresses } from '../../addresses'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { useShortcutOf } from '../../components/shortcuts/useShortcut'
import { useCapability, useConfig } from '../../config'
import { useAccount, useCurrentSpace } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { LanguageSwitch, ThemeSwitch } from '../../theme'
import { TOP_BAR_HEIGHT, TOUCH, TOUCH_SIZE } from '../../theme/theme'
import type { Area } from '../areas'

export const SpacePopover = lazyPart(() => import('./SpacePopover'))
export const AccountMenuList = lazyPart(() => import('./AccountMenuList'))
const Bell = lazyPart(() => import('../notices/Bell'))

/** Shows the current space or a loading state, and opens the list of spaces. Rules, "Layout". */
export function SpaceSelector({ loading = false }: { loading?: boolean }) {
  const translate = useTranslate()
  const space = useCurrentSpace()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={space && translate('layout.space.current', { name: space.name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onPointerEnter={SpacePopover.preload}
        onFocus={SpacePopover.preload}
        endIcon={<SelectIcon />}
        sx={{
          justifyContent: 'start',
          minWidth: 0,
          maxWidth: 280,
          height: 40,
          px: { xs: 0.5, sm: 1 },
          '& .MuiButton-endIcon': { ml: { xs: 0, sm: 1 }, mr: { xs: -0.25 } },
          borderColor: 'divider',
          fontWeight: 500,
          flexShrink: 1,
          width: { sm: 240 },
        }}
      >
        {space && (
          // On a phone there is only room for the name.
          <Box component="span" sx={{ display: { xs: 'none', sm: 'contents' } }}>
            <SpaceAvatar name={space.name} size={24} />
          </Box>
        )}
        <Box
          component="span"
          sx={{
            ml: { xs: 0, sm: 1 },
            mr: 'auto',
            color: space ? 'text.primary' : 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {space?.name ?? translate(loading ? 'common.loading' : 'layout.space.select')}
        </Box>
      </Button>
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <SpacePopover anchor={anchor} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}

/** The signed-in person's avatar, which opens the account menu. Rules, "Layout". */
function AccountMenu() {
  const translate = useTranslate()
  const { profile } = useAccount()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = [profile?.firstname, profile?.lastname].filter(Boolean).join(' ') || profile?.email
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={
          name ? translate('layout.account.menu', { name }) : translate('layout.account.menuOfNobody')
        }
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onPointerEnter={AccountMenuList.preload}
        onFocus={AccountMenuList.preload}
        sx={{ p: 0.5 }}
      >
        {name ? (
          <SpaceAvatar name={name} size={32} round />
        ) : (
          <Box sx={{ width: 32, height: 32, borderRadius: '50%', bgcolor: 'action.disabledBackground' }} />
        )}
      </IconButton>
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <AccountMenuList anchor={anchor} name={name} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}

/** The bell. It loads separately; its place in the bar is reserved. */
function Notices() {
  const hasNotices = useCapability(NOTICES_CAPABILITY)
  const [isLost, setLost] = useState(false)
  return (
    hasNotices && (
      <Box sx={{ width: 36, height: 36, flexShrink: 0, [TOUCH]: { width: TOUCH_SIZE } }}>
        {!isLost && (
          <PartFrame onClose={() => setLost(true)}>
            <Bell />
          </PartFrame>
        )}
      </Box>
    )
  )
}

const Home = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  flexShrink: 0,
  margin: -6,
  padding: 6,
  color: 'inherit',
  fontWeight: 600,
  fontSize: '1rem',
  textDecoration: 'none',
  [TOUCH]: { marginInline: 0 },
  '& > span': { [theme.breakpoints.down('sm')]: { display: 'none' } },
}))

interface TopBarProps {
  area: Area
  /** Whether the page is in a space, loaded or still loading. */
  inSpace: boolean
  /** Opens the menu; without it, there is no hamburger button. */
  onOpenMenu?: () => void
  menuOpen: boolean
  onOpenPalette: () => void
}

/** Logo, space selector, language, theme and account. Rules, "Layout". */
export function TopBar({ area, inSpace, onOpenMenu, menuOpen, onOpenPalette }: TopBarProps) {
  const translate = useTranslate()
  const { productName, logo } = useConfig()
  const search = translate('layout.palette.open')
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        height: TOP_BAR_HEIGHT,
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0, sm: 1.5 },
        px: { xs: 0, sm: 2 },
        bgcolor: 'background.paper',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      {onOpenMenu && (
        <IconButton
          aria-label={translate('layout.menu.open')}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={onOpenMenu}
        >
          <MenuIcon />
        </IconButton>
      )}
      <Home to={addresses.spaces} aria-label={translate('layout.home', { product: productName })}>
        <img src={logo} alt="" width={28} height={28} />
        <span>{productName}</span>
      </Home>
      {area === 'cloud' ? (
        <SpaceSelector loading={inSpace} />
      ) : (
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 500 }}>
          {translate('layout.admin.title')}
        </Box>
      )}
      <Box sx={{ flexGrow: 1 }} />
      <IconButton
        {...useShortcutOf()('palette', search)}
        aria-label={search}
        aria-haspopup="dialog"
        onClick={onOpenPalette}
      >
        <SearchIcon fontSize="small" />
      </IconButton>
      <Notices />
      <LanguageSwitch />
      <ThemeSwitch />
      <AccountMenu />
    </Box>
  )
}
