import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { useState } from 'react'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, useImportMode } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'

const ImportDialog = lazyPart(() => import('./ImportDialog'))

/** Opens the import of variables. */
export function ImportButton() {
  const translate = useTranslate()
  const { importing, startImporting, stopImporting } = useImportMode()
  const [isRunning, setRunning] = useState(false)
  return (
    <>
      <PermissionButton
        permission="space:variable:create"
        variant="outlined"
        startIcon={<UploadIcon />}
        onClick={startImporting}
      >
        {translate('variables.import.label')}
      </PermissionButton>
      {/* The way back does not end an import that is running. */}
      {(importing || isRunning) && (
        <PartFrame onClose={stopImporting}>
          <ImportDialog
            onClose={stopImporting}
            isLeft={!importing}
            onStay={startImporting}
            onRunning={setRunning}
          />
        </PartFrame>
      )}
    </>
  )
}
