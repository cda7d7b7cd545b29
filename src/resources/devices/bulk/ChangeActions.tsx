import { Button } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { MUTES_CAPABILITY } from '#contract/alerts/capability'
import type { Device } from '#contract/devices'
import type { Permission } from '#contract/permissions'
import { useActionMenu } from '../../../components/action/useActionMenu'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { CHANGE_KINDS, type ChangeKind, permissionOf } from '../../../components/rollouts/changes'
import { NEW_SCOPE, type ScopeValues } from '../../../components/rollouts/scope'
import { useTranslate } from '../../../components/rollouts/texts'
import { useCapability } from '../../../config'
import { useMay } from '../../../dataProvider/account'
import { BulkActions } from './BulkActions'
import { useAllMatching } from './useAllMatching'

const ChangeDialog = lazyPart(() => import('../../../components/rollouts/ChangeDialog'), 'rollouts')

const CREATE: Permission = 'space:rollout:create'

interface Open {
  kind: ChangeKind
  scope: ScopeValues
  count: number
}

/** Changes of the selected devices, or of all that match the filters, as roll-outs; and their deletion. */
export default function ChangeActions() {
  const translate = useTranslate()
  const may = useMay()
  const hasMutes = useCapability(MUTES_CAPABILITY)
  const { selectedIds, onSelect } = useListContext<Device>()
  const { offered, isAll, filters, chooseAll } = useAllMatching()
  // The devices of the dialog stay, even if the list behind changes.
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const choose = (kind: ChangeKind) =>
    setOpen(
      isAll
        ? { kind, scope: { ...NEW_SCOPE, kind: 'filter', filters }, count: offered ?? 0 }
        : {
            kind,
            scope: { ...NEW_SCOPE, kind: 'devices', device_ids: selectedIds.map(String) },
            count: selectedIds.length,
          },
    )
  const { button, menu } = useActionMenu(
    translate('rollouts.change.menu'),
    CHANGE_KINDS.filter((kind) => kind !== 'mute' || hasMutes).map((kind) => ({
      label: translate(`rollouts.change.${kind}`),
      does: () => choose(kind),
      reason: may(CREATE) && may(permissionOf(kind)) ? null : translate('common.notPermitted'),
    })),
  )
  return (
    <>
      {offered !== undefined && (
        <Button size="small" onClick={() => chooseAll(!isAll)}>
          {isAll ? translate('rollouts.all.back') : translate('rollouts.all.offer', { smart_count: offered })}
        </Button>
      )}
      {isAll && offered !== undefined && (
        <strong role="status">{translate('rollouts.all.chosen', { smart_count: offered })}</strong>
      )}
      <Button size="small" {...button}>
        {translate('rollouts.change.menu')}
      </Button>
      {menu}
      <BulkActions kinds={ONLY_DELETE} reason={isAll ? translate('rollouts.all.needsScope') : null} />
      {open && (
        <PartFrame onClose={close}>
          <ChangeDialog {...open} onClose={close} onDone={() => onSelect([])} />
        </PartFrame>
      )}
    </>
  )
}

const ONLY_DELETE = ['delete'] as const
