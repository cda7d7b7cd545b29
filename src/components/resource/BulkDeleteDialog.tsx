import { Button, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { ResourceName } from '../../dataProvider/endpoints'
import { NameList } from '../bulk/NameList'
import { RunDialog } from '../bulk/RunDialog'
import { useBulkRun } from '../bulk/useBulkRun'
import { DeletionNote } from '../trash/DeletionNote'
import { useTranslate } from '../trash/texts'
import { useDeletion } from '../trash/useDeletion'
import { useForget } from './refresh'

interface Named {
  id: string
  name: string
}

interface BulkDeleteDialogProps {
  list: ResourceName
  /** The selected records, and those that the list does not show. */
  records: readonly Named[]
  hidden: readonly Named[]
  onClose: () => void
}

/** Asks for confirmation, deletes the selected records, and shows the result of each. */
export default function BulkDeleteDialog({ list, records, hidden, onClose }: BulkDeleteDialogProps) {
  const translate = useTranslate()
  const { onSelect } = useListContext()
  // Keeps the records of the confirmation, even if the list behind changes.
  const [asked] = useState({ records, hidden: new Set(hidden.map(({ id }) => id)) })
  const [names] = useState(() => new Map(records.map(({ id, name }) => [id, name])))
  const forget = useForget()
  const deletion = useDeletion(list)
  const run = useBulkRun({
    ...(deletion.limit !== undefined && { limit: deletion.limit }),
    onFinished: () => {
      forget()
      deletion.onEnd()
    },
  })
  const ids = [...names.keys()]
  const count = { smart_count: ids.length }
  const close = () => {
    const isLeft = (id: string) => !['done', 'unchanged'].includes(run.outcomes.get(id)?.state ?? '')
    if (run.state === 'finished') onSelect(ids.filter(isLeft))
    onClose()
  }
  const content = (
    <>
      <DialogContentText component="div">
        <DeletionNote list={list} ids={ids} />
      </DialogContentText>
      <NameList items={asked.records} hidden={asked.hidden} />
    </>
  )
  const actions = (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on a harmless button */}
      <Button autoFocus onClick={close}>
        {translate('page.cancel')}
      </Button>
      <Button variant="contained" color="error" onClick={() => void run.start(ids, deletion.job)}>
        {translate('trash.many.submit', count)}
      </Button>
    </>
  )
  return (
    <RunDialog
      {...{ run, names }}
      title={translate(run.state === 'idle' ? 'trash.many.title' : 'trash.many.submit', count)}
      question={{ content, actions }}
      label={translate('trash.many.results')}
      file={`${list}-results`}
      retryLabel={(left) => translate('trash.many.retry', left)}
      onClose={close}
    />
  )
}
