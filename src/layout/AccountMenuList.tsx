import LogoutIcon from '@mui/icons-material/Logout'
import ProfileIcon from '@mui/icons-material/ManageAccounts'
import { Divider, ListItemIcon, ListSubheader, Menu, MenuItem, Typography } from '@mui/material'
import { useLogout } from 'react-admin'
import { Link } from 'react-router-dom'
import { authApi } from '#contract/auth'
import { addresses } from '../addresses'
import { useConfig } from '../config'
import { useAccount } from '../dataProvider/account'
import { useClient } from '../dataProvider/client'
import { useTranslate } from '../i18n/translate'
import { forgetVisits } from './areas'

/**
 * Signs out and goes to the sign-in page. A server that keeps sessions is told, without waiting for it.
 * Spec 1, section 4, "Logout".
 */
function useSignOut() {
  const client = useClient()
  const { capabilities } = useConfig()
  const logout = useLogout()
  return () => {
    if (capabilities.includes(authApi.logout.capability))
      void client.request('POST', authApi.logout.path).catch(() => undefined)
    forgetVisits()
    void logout({}, addresses.login, false)
  }
}

interface AccountMenuListProps {
  anchor: HTMLElement
  /** Of the signed-in person. */
  name: string | undefined
  onClose: () => void
}

/** Name, e-mail, the link to the profile, and the sign-out. */
export default function AccountMenuList({ anchor, name, onClose }: AccountMenuListProps) {
  const translate = useTranslate()
  const { profile } = useAccount()
  const signOut = useSignOut()
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { variant: 'outlined', sx: { mt: 0.5, minWidth: 240, maxWidth: 320 } } }}
    >
      <ListSubheader role="presentation" sx={{ lineHeight: 1.5, py: 1, bgcolor: 'transparent' }}>
        <Typography noWrap sx={{ fontWeight: 600, color: 'text.primary' }}>
          {name}
        </Typography>
        <Typography noWrap variant="body2">
          {profile?.email}
        </Typography>
      </ListSubheader>
      <Divider component="li" sx={{ mb: 1 }} />
      <MenuItem component={Link} to={addresses.profile} onClick={onClose}>
        <ListItemIcon>
          <ProfileIcon fontSize="small" />
        </ListItemIcon>
        {translate('layout.account.profile')}
      </MenuItem>
      <MenuItem onClick={signOut}>
        <ListItemIcon>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        {translate('layout.account.logout')}
      </MenuItem>
    </Menu>
  )
}
