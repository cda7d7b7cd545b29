import TransferIcon from '@mui/icons-material/SimCardDownloadOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { lazyPart, PartFrame } from '../lazyPart'
import { useTranslate } from './texts'

const TransferDialog = lazyPart(() => import('./TransferDialog'))

/** Opens the transfer of SIM cards. Rules, "SIM cards". */
export function TransferButton() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<TransferIcon />}
        onPointerEnter={TransferDialog.preload}
        onClick={() => setOpen(true)}
      >
        {translate('sims.title')}
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <TransferDialog onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
