import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, type Theme } from '@mui/material'
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

/** A phone shows only the icon, so that the actions fit beside the title. */
const brief = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: { minWidth: 0, '.text': { display: 'none' }, '.MuiButton-startIcon': { mx: 0 } },
})

/**
 * Exports all pages of the list around it.
 * @param props.Dialog a `lazyPart`
 */
export function ExportButton({ Dialog }: { Dialog: ComponentType<ExportOfList> }) {
  const translate = useTranslate()
  const { filter, filterValues, total } = useListContext()
  const label = translate('page.export')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ExportIcon />}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
        sx={brief}
      >
        <span className="text">{label}</span>
      </Button>
      {isOpen && (
        <PartFrame onClose={close}>
          <Dialog filter={{ ...filterValues, ...filter }} total={total} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
