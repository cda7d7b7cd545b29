import { useState } from 'react'
import { useSpaceport } from '../../../dataProvider/queries'
import { type Interrupted, InterruptedNotice, useInterrupted } from '../../bulk/interrupted'
import { useTranslate } from '../texts'
import { UndoRunDialog, useUndoRun } from './GroupUndoDialog'
import { useUndoKind } from './group'
import { type UndoPlan, undoJob, undoPlanSchema } from './job'

/** Offers to continue an interrupted undo of a group. */
export default function InterruptedUndo() {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const { found, discard } = useInterrupted(useUndoKind(), undoPlanSchema)
  const [current, setCurrent] = useState<Interrupted<UndoPlan> | null>(null)
  const run = useUndoRun((current ?? found)?.plan.space_id)

  const resume = (interrupted: Interrupted<UndoPlan>) => {
    setCurrent(interrupted)
    void run.resume(interrupted, undoJob(dataProvider, interrupted.plan))
  }
  const title = ({ journal }: Interrupted<UndoPlan>) =>
    translate('audit.group.submit', { smart_count: journal.ids.length })

  if (current && run.state !== 'idle')
    return (
      <UndoRunDialog run={run} title={title(current)} names={current.journal.names} onClose={run.reset} />
    )
  return (
    found && (
      <InterruptedNotice
        journal={found.journal}
        title={title(found)}
        onResume={() => resume(found)}
        onDiscard={discard}
      />
    )
  )
}
