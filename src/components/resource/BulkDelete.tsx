import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import type { Permission } from '#contract/permissions'
import type { ResourceName } from '../../dataProvider/endpoints'
import { useTranslate } from '../../i18n/translate'
import { lazyPart, PartFrame } from '../lazyPart'
import { PermissionButton } from '../page'
import { useSelectedRows } from '../table'

const BulkDeleteDialog = lazyPart(() => import('./BulkDeleteDialog'), 'trash', 'bulk')

interface BulkDeleteProps {
  list: ResourceName
  permission: Permission
}

/** Deletes the selected records of a list that need nothing special. */
export function BulkDelete({ list, permission }: BulkDeleteProps) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { selected, hidden } = useSelectedRows<RaRecord & { id: string; name: string }>()
  const close = () => setOpen(false)
  return (
    <>
      <PermissionButton size="small" color="error" permission={permission} onClick={() => setOpen(true)}>
        {translate('ra.action.delete')}
      </PermissionButton>
      {isOpen && (
        <PartFrame onClose={close}>
          <BulkDeleteDialog {...{ list, hidden }} records={selected} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
