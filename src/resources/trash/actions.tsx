import PurgeIcon from '@mui/icons-material/DeleteForeverOutlined'
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { type TrashEntry, trashApi } from '#contract/trash'
import { ConfirmDialog, PermissionButton, useFailureToast } from '../../components/page'
import { type RowAction, RowMenu, useSelectedRows } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { useTranslate } from '../../components/trash/texts'
import { useRestore, useRestoredToast } from '../../components/trash/useTrash'
import { usePermission } from '../../dataProvider/account'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslate as useCommonTranslate } from '../../i18n/translate'

type Chosen = { ids: readonly string[] } | { batch: string }

/** Restores entries and shows the result. */
function useRestoring() {
  const restore = useRestore()
  const showRestored = useRestoredToast()
  const showFailure = useFailureToast()
  return async (chosen: Chosen) => {
    try {
      showRestored(await restore('ids' in chosen ? { ids: [...chosen.ids] } : chosen))
    } catch (error) {
      showFailure(error)
    }
  }
}

interface PurgeDialogProps {
  /** Null for everything in the trash. */
  ids: readonly string[] | null
  onClose: () => void
  onDone?: () => void
}

/** Asks before records in the trash are deleted for good. */
function PurgeDialog({ ids, onClose, onDone }: PurgeDialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const showFailure = useFailureToast()
  const purge = async () => {
    try {
      const body = ids === null ? ({ all: true } as const) : { ids: [...ids] }
      const { count } = await ask(trashApi.empty, { body })
      toast({ kind: 'success', title: translate('trash.purge.done', { smart_count: count }) })
      onDone?.()
    } catch (error) {
      showFailure(error)
    }
    void invalidate(trashApi)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={
        ids === null
          ? translate('trash.purge.titleAll')
          : translate('trash.purge.title', { smart_count: ids.length })
      }
      confirmLabel={translate(ids === null ? 'trash.purge.all' : 'trash.purge.label')}
      onConfirm={purge}
      onClose={onClose}
    >
      {translate('trash.purge.text')}
    </ConfirmDialog>
  )
}

/** The actions of an entry: restore it or its batch, or delete it for good. */
export function EntryActions({ entry }: { entry: TrashEntry }) {
  const translate = useTranslate()
  const common = useCommonTranslate()
  const restore = useRestoring()
  const mayRestore = usePermission('space:trash:restore')
  const mayEmpty = usePermission('space:trash:empty')
  const [isPurging, setPurging] = useState(false)
  const { id, name, batch } = entry
  const refusal = (may: boolean) => (may ? null : common('common.notPermitted'))
  const actions: RowAction[] = [
    {
      text: translate('trash.restore.label'),
      label: translate('trash.restore.one', { name }),
      Icon: RestoreIcon,
      does: () => void restore({ ids: [id] }),
      reason: refusal(mayRestore),
    },
    {
      text: translate('trash.purge.label'),
      label: translate('trash.purge.one', { name }),
      Icon: PurgeIcon,
      does: () => setPurging(true),
      reason: refusal(mayEmpty),
    },
  ]
  if (batch !== null)
    actions.push({
      text: translate('trash.restore.batch'),
      label: translate('trash.restore.batch'),
      Icon: RestoreIcon,
      does: () => void restore({ batch }),
      reason: refusal(mayRestore),
    })
  return (
    <>
      <RowMenu name={name} actions={actions} />
      {isPurging && <PurgeDialog ids={[id]} onClose={() => setPurging(false)} />}
    </>
  )
}

/** Actions on the selected entries. */
export function SelectedActions() {
  const translate = useTranslate()
  const restore = useRestoring()
  const { onUnselectItems } = useListContext<TrashEntry>()
  const { selected } = useSelectedRows<TrashEntry>()
  const [isPurging, setPurging] = useState(false)
  const ids = selected.map(({ id }) => id)
  return (
    <>
      <PermissionButton
        size="small"
        permission="space:trash:restore"
        onClick={() => void restore({ ids }).then(() => onUnselectItems())}
      >
        {translate('trash.restore.label')}
      </PermissionButton>
      <PermissionButton
        size="small"
        color="error"
        permission="space:trash:empty"
        onClick={() => setPurging(true)}
      >
        {translate('trash.purge.label')}
      </PermissionButton>
      {isPurging && <PurgeDialog ids={ids} onClose={() => setPurging(false)} onDone={onUnselectItems} />}
    </>
  )
}

/** Deletes everything in the trash for good. */
export function EmptyButton() {
  const translate = useTranslate()
  const { data } = useListContext<TrashEntry>()
  const [isAsking, setAsking] = useState(false)
  if (!data?.length) return null
  return (
    <>
      <PermissionButton color="error" permission="space:trash:empty" onClick={() => setAsking(true)}>
        {translate('trash.purge.all')}
      </PermissionButton>
      {isAsking && <PurgeDialog ids={null} onClose={() => setAsking(false)} />}
    </>
  )
}
