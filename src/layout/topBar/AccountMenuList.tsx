import LogoutIcon from '@mui/icons-material/Logout'
import ProfileIcon from '@mui/icons-material/ManageAccounts'
import { Divider, ListItemIcon, ListSubheader, Menu, MenuItem, Typography } from '@mui/material'
import { Link } from 'react-router-dom'
import { addresses } from '../../addresses'
import { useSignOut } from '../../components/useSignOut'
import { useAccount } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'

interface AccountMenuListProps {
  anchor: HTMLElement
  /** Name of the signed-in person. */
  name: string | undefined
  onClose: () => void
}

/** Name, e-mail address, the link to the profile, and sign-out. */
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
      <MenuItem component={Link} to={`${addresses.profile}?edit=true`} onClick={onClose}>
        <ListItemIcon>
          <ProfileIcon fontSize="small" />
        </ListItemIcon>
        {translate('layout.account.profile')}
      </MenuItem>
      <MenuItem onClick={() => signOut()}>
        <ListItemIcon>
          <LogoutIcon fontSize="small" />
        </ListItemIcon>
        {translate('layout.account.logout')}
      </MenuItem>
    </Menu>
  )
}
