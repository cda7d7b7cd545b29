import { Button } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import type { Device } from '#contract/devices'
import type { Permission } from '#contract/permissions'
import { NAMED_MAX } from '#contract/rollouts'
import { useActionMenu } from '../../../components/action/useActionMenu'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { CHANGE_KINDS, type ChangeKind, permissionOf } from '../../../components/rollouts/changes'
import type { ScopeValues } from '../../../components/rollouts/scope'
import { useTranslate } from '../../../components/rollouts/texts'
import { useCapability } from '../../../config'
import { useMay } from '../../../dataProvider/account'
import { BulkActions } from './BulkActions'
import { useScopeOfSelection } from './useScopeOfSelection'

const ChangeDialog = lazyPart(() => import('../../../components/rollouts/ChangeDialog'), 'rollouts')

const CREATE: Permission = 'space:rollout:create'

interface Open {
  kind: ChangeKind
  scope: ScopeValues
  count: number
}

/** Changes of the selected devices, also of all that match the filters, as roll-outs; and their deletion. */
export default function ChangeActions() {
  const translate = useTranslate()
  const may = useMay()
  const hasMutes = useCapability(MUTES_CAPABILITY)
  const { selectedIds, onSelect } = useListContext<Device>()
  const scope = useScopeOfSelection()
  // The devices of the dialog stay, even if the list behind changes.
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const choose = (kind: ChangeKind) => scope && setOpen({ kind, scope, count: selectedIds.length })
  const reasonOf = (kind: ChangeKind) => {
    if (!may(CREATE) || !may(permissionOf(kind))) return translate('common.notPermitted')
    return scope ? null : translate('rollouts.all.tooMany', { smart_count: NAMED_MAX })
  }
  const { button, menu } = useActionMenu(
    translate('rollouts.change.menu'),
    CHANGE_KINDS.filter((kind) => kind !== 'mute' || hasMutes).map((kind) => ({
      label: translate(`rollouts.change.${kind}`),
      does: () => choose(kind),
      reason: reasonOf(kind),
    })),
  )
  return (
    <>
      <Button size="small" {...button}>
        {translate('rollouts.change.menu')}
      </Button>
      {menu}
      <BulkActions kinds={ONLY_DELETE} />
      {open && (
        <PartFrame onClose={close}>
          <ChangeDialog {...open} onClose={close} onDone={() => onSelect([])} />
        </PartFrame>
      )}
    </>
  )
}

const ONLY_DELETE = ['delete'] as const
