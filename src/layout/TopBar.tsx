import MenuIcon from '@mui/icons-material/Menu'
import { Box, IconButton, styled } from '@mui/material'
import { Link } from 'react-router-dom'
import { useConfig } from '../config'
import { useTranslate } from '../i18n/translate'
import { LanguageSwitch, ThemeSwitch } from '../theme'
import { TOP_BAR_HEIGHT } from '../theme/theme'
import { AccountMenu } from './account/AccountMenu'
import type { Area } from './areas'
import { SpaceSelector } from './space/SpaceSelector'

const Home = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  flexShrink: 0,
  color: 'inherit',
  fontWeight: 600,
  fontSize: '1rem',
  textDecoration: 'none',
  '& > span': { [theme.breakpoints.down('sm')]: { display: 'none' } },
}))

interface TopBarProps {
  area: Area
  /** Whether the page is in a space, known or still loading. */
  inSpace: boolean
  /** Opens the menu; without it there is no hamburger. */
  onOpenMenu?: () => void
  menuOpen: boolean
}

/** Logo, space selector, language, theme and account. Spec 1, section 2, "Shared layout". */
export function TopBar({ area, inSpace, onOpenMenu, menuOpen }: TopBarProps) {
  const translate = useTranslate()
  const { productName } = useConfig()
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
        gap: { xs: 0.5, sm: 1.5 },
        px: { xs: 1, sm: 2 },
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
      <Home to="/spaces" aria-label={translate('layout.home', { product: productName })}>
        <img src="/logo.svg" alt="" width={28} height={28} />
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
      <LanguageSwitch />
      <ThemeSwitch />
      <AccountMenu />
    </Box>
  )
}
