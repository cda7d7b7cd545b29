import ShareIcon from '@mui/icons-material/Share'
import { useState } from 'react'
import { HOUR } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import { GUEST_LINKS_CAPABILITY } from '#contract/guestLinks/capability'
import { serverNow } from '../../../clock'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useCapability } from '../../../config'
import type { DrawnSeries } from './chart/lines'
import type { Time } from './range'
import { useTranslate } from './texts'

const ShareDialog = lazyPart(() => import('../../../components/guestLinks/ShareDialog'))

interface ShareButtonProps {
  device: Device
  chosen: readonly DrawnSeries[]
  time: Time
}

/** Shares the shown values with people without an account. Rules, "Guest links". */
export function ShareButton({ device, chosen, time: { range } }: ShareButtonProps) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useCapability(GUEST_LINKS_CAPABILITY) || chosen.length === 0) return null
  return (
    <>
      <PermissionButton
        permission="space:guestLink:create"
        size="small"
        startIcon={<ShareIcon />}
        onClick={() => setOpen(true)}
      >
        {translate('devices.history.share')}
      </PermissionButton>
      {isOpen && (
        <PartFrame onClose={close}>
          <ShareDialog
            device={device}
            series={chosen}
            hours={(serverNow() - range.after) / HOUR}
            onClose={close}
          />
        </PartFrame>
      )}
    </>
  )
}
