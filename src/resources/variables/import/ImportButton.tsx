import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { useState } from 'react'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'

const ImportDialog = lazyPart(() => import('./ImportDialog'))

/** Opens the import of variables. */
export function ImportButton() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <PermissionButton
        permission="space:variable:create"
        variant="outlined"
        startIcon={<UploadIcon />}
        onClick={() => setOpen(true)}
      >
        {translate('variables.import.label')}
      </PermissionButton>
      {isOpen && (
        <PartFrame onClose={close}>
          <ImportDialog onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
