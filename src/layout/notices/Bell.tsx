import BellIcon from '@mui/icons-material/NotificationsNone'
import { IconButton, styled } from '@mui/material'
import { visuallyHidden } from '@mui/utils'
import { useEffect, useState } from 'react'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { isOwner, signInId } from '../../components/push/owner'
import { useCapability } from '../../config'
import { useAccount } from '../../dataProvider/account'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate } from '../../i18n/translate'
import { COUNTED, useUnread } from './useUnread'

const NoticePanel = lazyPart(() => import('./NoticePanel'))

const Count = styled('span')(({ theme: { palette, typography } }) => ({
  position: 'absolute',
  top: 0,
  insetInlineEnd: 0,
  minWidth: 18,
  padding: '0 4px',
  borderRadius: 9,
  font: `600 11px/18px ${typography.fontFamily}`,
  color: palette.error.contrastText,
  backgroundColor: palette.error.main,
}))

/** Announces to screen readers that the count has grown. */
function Came({ unread }: { unread: number }) {
  const translate = useTranslate()
  const [known, setKnown] = useState(unread)
  const [came, setCame] = useState(0)
  if (known !== unread) {
    setKnown(unread)
    setCame(Math.max(0, unread - known))
  }
  return (
    <span role="status" style={visuallyHidden}>
      {came > 0 && translate('layout.notices.came', { smart_count: came })}
    </span>
  )
}

/** Renews push messages after a new sign-in, if the person has switched them on in this browser. */
function useRenewedPush() {
  const { ask } = useSpaceport()
  const userId = useAccount().profile?.id
  const hasPush = useCapability('push')
  useEffect(() => {
    if (!hasPush || userId === undefined || !isOwner(userId)) return
    void import('../../components/push/renew').then(({ renewPush }) => renewPush(ask, userId, signInId()))
  }, [ask, hasPush, userId])
}

/** Shows the number of unread notices and opens the list. */
export default function Bell() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const unread = useUnread()
  useRenewedPush()
  const count = unread === COUNTED ? `${COUNTED - 1}+` : unread
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={translate(unread ? 'layout.notices.openNew' : 'layout.notices.open', { count })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onPointerEnter={NoticePanel.preload}
        onFocus={NoticePanel.preload}
      >
        <BellIcon fontSize="small" />
        {Boolean(unread) && <Count aria-hidden>{count}</Count>}
      </IconButton>
      {unread !== undefined && <Came unread={unread} />}
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <NoticePanel anchor={anchor} unread={unread} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}
