import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { useTranslate } from '../../../i18n/translate'

const ExportDialog = lazyPart(() => import('./ExportDialog'))

/** Exports the messages that the list around it shows, on all its pages. */
export function ExportButton() {
  const translate = useTranslate()
  const { filter, filterValues, total } = useListContext()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="outlined" startIcon={<ExportIcon />} onClick={() => setOpen(true)}>
        {translate('messages.exporting.title')}
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <ExportDialog filter={{ ...filterValues, ...filter }} total={total} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
