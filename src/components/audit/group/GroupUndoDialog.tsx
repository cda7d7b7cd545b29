import { Button, DialogContentText } from '@mui/material'
import { type ComponentProps, useState } from 'react'
import { type AuditEntry, auditApi, spaceAuditApi } from '#contract/audit'
import { useAnswers, useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useReloadSpace } from '../../../dataProvider/SpaceProvider'
import { NameList } from '../../bulk/NameList'
import { RunDialog } from '../../bulk/RunDialog'
import { type BulkRun, useBulkRun } from '../../bulk/useBulkRun'
import { Loaded } from '../../page'
import { useTranslate } from '../texts'
import { canBeUndone } from '../undoable'
import { readGroup } from './group'
import { type UndoPlan, undoJob, undoPlanOf } from './job'

/** A run that undoes a group. When it ends, everything shown of the space reloads. */
function useUndoRun(spaceId: string | undefined): BulkRun {
  const { invalidate } = useAnswers()
  const reloadSpace = useReloadSpace()
  const onFinished = () => {
    void invalidate(auditApi, spaceAuditApi)
    if (spaceId !== undefined) void reloadSpace(spaceId)
  }
  return useBulkRun({ onFinished })
}

/** The dialog for undoing a group: the question, the progress, and the result of each change. */
function UndoRunDialog(props: Omit<ComponentProps<typeof RunDialog>, 'label' | 'file' | 'retryLabel'>) {
  const translate = useTranslate()
  return (
    <RunDialog
      {...props}
      label={translate('audit.group.results')}
      file="undo-results"
      retryLabel={(count) => translate('audit.group.retry', count)}
    />
  )
}

const NONE: ReadonlySet<string> = new Set()
const NO_IDS: ReadonlyMap<string, string> = new Map()

/** The changes to undo, or a note that there are none. */
function Asked({ open }: { open: readonly AuditEntry[] }) {
  const translate = useTranslate()
  return (
    <>
      <DialogContentText>
        {translate(open.length > 0 ? 'audit.group.text' : 'audit.group.nothing')}
      </DialogContentText>
      <NameList
        items={open.map(({ id, target_name, target_id }) => ({ id, name: target_name ?? target_id ?? id }))}
        hidden={NONE}
      />
    </>
  )
}

interface GroupUndoDialogProps {
  /** The entry that stands for the group. */
  entry: AuditEntry
  onClose: () => void
}

/** Asks whether to undo the changes of a group, undoes them one by one, and shows the results. */
export default function GroupUndoDialog({ entry, onClose }: GroupUndoDialogProps) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const [plan] = useState(() => undoPlanOf(entry))
  const [names, setNames] = useState(NO_IDS)
  const run = useUndoRun(plan?.space_id)
  const query = useRead(
    auditApi.list,
    { undoing: plan },
    (signal) => (plan ? readGroup(dataProvider, plan, signal) : []),
    { enabled: run.state === 'idle', staleTime: 0, gcTime: 0 },
  )
  const open = query.data?.filter(canBeUndone)

  const start = (of: UndoPlan, entries: readonly AuditEntry[]) => {
    const named = new Map(entries.map(({ id, target_name }) => [id, target_name ?? '']))
    setNames(named)
    void run.start([...named.keys()], undoJob(dataProvider, of, entries))
  }
  const count = { smart_count: open?.length ?? entry.entries - entry.undone_entries }
  const content = <Loaded query={{ ...query, data: open }}>{(asked) => <Asked open={asked} />}</Loaded>
  const actions = (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on the harmless button */}
      <Button autoFocus onClick={onClose}>
        {translate('page.cancel')}
      </Button>
      <Button
        variant="contained"
        disabled={!plan || !open?.length}
        onClick={() => plan && open && start(plan, open)}
      >
        {translate('audit.group.submit', count)}
      </Button>
    </>
  )
  const title =
    run.state === 'idle'
      ? translate('audit.group.title', count)
      : translate('audit.group.submit', { smart_count: run.ids.length })
  return <UndoRunDialog {...{ run, title, names, onClose }} question={{ content, actions }} />
}
