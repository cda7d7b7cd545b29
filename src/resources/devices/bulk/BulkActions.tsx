import { useState } from 'react'
import type { Device } from '#contract/devices'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useSelectedRows } from '../../../components/table'
import { useTranslate } from '../texts'
import type { BulkKind } from './work'

const BulkDialog = lazyPart(() => import('./BulkDialog'))

const KINDS: readonly BulkKind[] = ['addTags', 'removeTags', 'delete']

interface BulkActionsProps {
  /** The actions; all by default. */
  kinds?: readonly BulkKind[]
}

/** Actions on the selected devices. */
export function BulkActions({ kinds = KINDS }: BulkActionsProps) {
  const translate = useTranslate()
  const [kind, setKind] = useState<BulkKind>()
  const { selected, hidden } = useSelectedRows<Device>()
  return (
    <>
      {kinds.map((each) => (
        <PermissionButton
          key={each}
          size="small"
          color={each === 'delete' ? 'error' : 'primary'}
          permission={each === 'delete' ? 'space:device:delete' : 'space:device:update'}
          onClick={() => setKind(each)}
        >
          {translate(`devices.bulk.${each}`)}
        </PermissionButton>
      ))}
      {kind && (
        <PartFrame onClose={() => setKind(undefined)}>
          <BulkDialog kind={kind} devices={selected} hidden={hidden} onClose={() => setKind(undefined)} />
        </PartFrame>
      )}
    </>
  )
}
