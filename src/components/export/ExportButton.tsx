import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { type ComponentType, useState } from 'react'
import { useListContext } from 'react-admin'
import { PartFrame } from '../lazyPart'
import { useTranslate } from './texts'

/** What the dialog of an export needs to know about the list. */
export interface ExportOfList {
  /** Everything that the list filters by. */
  filter: Record<string, unknown>
  /** Number of rows; undefined when it is unknown. */
  total: number | undefined
  onClose: () => void
}

/** Exports what the list around it shows, on all its pages. @param props.Dialog a `lazyPart` */
export function ExportButton({ Dialog }: { Dialog: ComponentType<ExportOfList> }) {
  const translate = useTranslate()
  const { filter, filterValues, total } = useListContext()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="outlined" startIcon={<ExportIcon />} onClick={() => setOpen(true)}>
        {translate('export.title')}
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <Dialog filter={{ ...filterValues, ...filter }} total={total} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
