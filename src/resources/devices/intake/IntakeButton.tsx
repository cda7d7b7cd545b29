import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton, useImportMode } from '../../../components/page'
import { useTranslate } from '../texts'

const IntakeDialog = lazyPart(() => import('./IntakeDialog'))

/** Opens the dialog that takes in many devices. */
export function IntakeButton() {
  const translate = useTranslate()
  const { importing, startImporting, stopImporting } = useImportMode()
  return (
    <>
      <PermissionButton permission="space:device:create" variant="outlined" onClick={startImporting}>
        {translate('devices.takeIn')}
      </PermissionButton>
      {importing && (
        <PartFrame onClose={stopImporting}>
          <IntakeDialog onClose={stopImporting} />
        </PartFrame>
      )}
    </>
  )
}
