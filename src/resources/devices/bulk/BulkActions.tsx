import { useState } from 'react'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import type { BulkKind } from './work'

const BulkDialog = lazyPart(() => import('./BulkDialog'))

/** What can be done with the selected devices at once. */
export function BulkActions() {
  const translate = useTranslate()
  const [kind, setKind] = useState<BulkKind>()
  return (
    <>
      <PermissionButton size="small" permission="space:device:update" onClick={() => setKind('addTags')}>
        {translate('devices.bulk.addTags')}
      </PermissionButton>
      <PermissionButton size="small" permission="space:device:update" onClick={() => setKind('removeTags')}>
        {translate('devices.bulk.removeTags')}
      </PermissionButton>
      <PermissionButton
        size="small"
        color="error"
        permission="space:device:delete"
        onClick={() => setKind('delete')}
      >
        {translate('devices.bulk.delete')}
      </PermissionButton>
      {kind && (
        <PartFrame onClose={() => setKind(undefined)}>
          <BulkDialog kind={kind} onClose={() => setKind(undefined)} />
        </PartFrame>
      )}
    </>
  )
}
