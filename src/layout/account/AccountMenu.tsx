import { Box, IconButton } from '@mui/material'
import { useState } from 'react'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { useAccount } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { nameOf } from './nameOf'

/** The open menu; loads at its first use. */
export const AccountMenuList = lazyPart(() => import('./AccountMenuList'))

/** Avatar of the signed-in person, which opens their menu. Spec 1, section 2, "Shared layout". */
export function AccountMenu() {
  const translate = useTranslate()
  const { profile } = useAccount()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = profile && nameOf(profile)
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
          <AccountMenuList anchor={anchor} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}
