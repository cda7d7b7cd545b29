import { useState } from 'react'
import type { Variable } from '#contract/variables'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { PermissionButton } from '../../components/page'
import { useSelectedRows } from '../../components/table'
import { useTranslate } from './texts'

const BulkDeleteDialog = lazyPart(() => import('./BulkDeleteDialog'))

/** Deletes the selected variables. */
export function BulkDelete() {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { selected, hidden } = useSelectedRows<Variable>()
  const close = () => setOpen(false)
  return (
    <>
      <PermissionButton
        size="small"
        color="error"
        permission="space:variable:delete"
        onClick={() => setOpen(true)}
      >
        {translate('variables.bulk.delete')}
      </PermissionButton>
      {isOpen && (
        <PartFrame onClose={close}>
          <BulkDeleteDialog variables={selected} hidden={hidden} onClose={close} />
        </PartFrame>
      )}
    </>
  )
}
