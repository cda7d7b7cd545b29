import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, useImportMode } from '../../../components/page'
import { useTranslate } from '../texts'

const ImportDialog = lazyPart(() => import('./ImportDialog'))

/** Opens the import of variables. */
export function ImportButton() {
  const translate = useTranslate()
  const { importing, startImporting, stopImporting } = useImportMode()
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
      {importing && (
        <PartFrame onClose={stopImporting}>
          <ImportDialog onClose={stopImporting} />
        </PartFrame>
      )}
    </>
  )
}
