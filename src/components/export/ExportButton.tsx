import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { type ComponentType, useState } from 'react'
import { useListContext } from 'react-admin'
import { useTranslate } from '../../i18n/translate'
import { PartFrame } from '../lazyPart'

/** The list that an export dialog exports. */
export interface ExportOfList {
  /** All filters of the list. */
  filter: Record<string, unknown>
  /** Number of rows; undefined if unknown. */
  total: number | undefined
  onClose: () => void
}

/**
 * Exports all pages of the list around it.
 * @param props.Dialog a `lazyPart`
 */
export function ExportButton({ Dialog }: { Dialog: ComponentType<ExportOfList> }) {
  const translate = useTranslate()
  const { filter, filterValues, total } = useListContext()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="outlined" startIcon={<ExportIcon />} onClick={() => setOpen(true)}>
        {translate('page.export')}
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <Dialog filter={{ ...filterValues, ...filter }} total={total} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
