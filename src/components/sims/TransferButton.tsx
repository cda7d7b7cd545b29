import TransferIcon from '@mui/icons-material/SimCardDownloadOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { lazyPart, PartFrame } from '../lazyPart'

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
        {translate('simTransfer.title')}
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <TransferDialog onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
