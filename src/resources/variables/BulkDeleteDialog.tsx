import { Alert, Button, DialogContentText } from '@mui/material'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import type { Variable } from '#contract/variables'
import { NameList } from '../../components/bulk/NameList'
import { RunDialog } from '../../components/bulk/RunDialog'
import { useBulkRun } from '../../components/bulk/useBulkRun'
import { useForget } from '../../components/resource/refresh'
import { DeletionNote } from '../../components/trash/DeletionNote'
import { useDeletion } from '../../components/trash/useDeletion'
import { useTranslate } from './texts'

interface BulkDeleteDialogProps {
  /** The selected variables, and those that the list does not show. */
  variables: readonly Variable[]
  hidden: readonly Variable[]
  onClose: () => void
}

/** Asks for confirmation, deletes the selected variables, and shows the result of each. Locked ones stay. */
export default function BulkDeleteDialog({ variables, hidden, onClose }: BulkDeleteDialogProps) {
  const translate = useTranslate()
  const { onSelect } = useListContext<Variable>()
  // Keeps the variables of the confirmation, even if the list behind changes.
  const [asked] = useState({
    open: variables.filter(({ locked }) => !locked),
    hidden: new Set(hidden.map(({ id }) => id)),
    locked: variables.flatMap(({ id, locked }) => (locked ? id : [])),
  })
  const [names] = useState(() => new Map(asked.open.map(({ id, name }) => [id, name])))
  const forget = useForget()
  const deletion = useDeletion('variables')
  const run = useBulkRun({
    limit: deletion.limit,
    onFinished: () => {
      forget()
      deletion.onEnd()
    },
  })

  const ids = [...names.keys()]
  const count = { smart_count: ids.length }
  const close = () => {
    const isLeft = (id: string) => !['done', 'unchanged'].includes(run.outcomes.get(id)?.state ?? '')
    if (run.state === 'finished') onSelect([...ids.filter(isLeft), ...asked.locked])
    onClose()
  }

  const content = (
    <>
      {ids.length > 0 && (
        <DialogContentText component="div">
          <span>{translate('variables.bulk.deleteText', count)}</span>
          <DeletionNote list="variables" ids={ids} />
        </DialogContentText>
      )}
      {asked.locked.length > 0 && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('variables.bulk.locked', { smart_count: asked.locked.length })}
        </Alert>
      )}
      <NameList items={asked.open} hidden={asked.hidden} />
    </>
  )
  const actions = (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus, here on a harmless button */}
      <Button autoFocus onClick={close}>
        {translate('page.cancel')}
      </Button>
      <Button
        variant="contained"
        color="error"
        disabled={ids.length === 0}
        onClick={() => void run.start(ids, deletion.job)}
      >
        {translate('variables.bulk.deleteSubmit', count)}
      </Button>
    </>
  )
  return (
    <RunDialog
      {...{ run, names }}
      title={translate(
        run.state === 'idle' ? 'variables.bulk.deleteTitle' : 'variables.bulk.deleteSubmit',
        count,
      )}
      question={{ content, actions }}
      label={translate('variables.bulk.results')}
      file="variables-results"
      retryLabel={(left) => translate('variables.import.retry', left)}
      onClose={close}
    />
  )
}
