import { Button } from '@mui/material'
import { useState } from 'react'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { useCapability } from '../../../config'
import { lazyPart, PartFrame } from '../../lazyPart'
import { useTranslate } from '../texts'

const SettingsDialog = lazyPart(() => import('./SettingsDialog'))

/** Opens the settings of the space's values. */
export function SettingsButton() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useCapability(SERIES_CAPABILITY)) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {translate('series.list.open')}
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <SettingsDialog onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
