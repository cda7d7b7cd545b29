import { Alert, Button, Checkbox, DialogActions, DialogContent, FormControlLabel } from '@mui/material'
import { useEffect, useState } from 'react'
import { type FieldValues, useFormContext, useFormState } from 'react-hook-form'
import type { z } from 'zod'
import { ApiError, isUnreachable, reasonOf } from '../../dataProvider/client'
import { useTranslateText } from '../../i18n'
import { LoadingButton } from '../action/LoadingButton'
import { TaskDialog, type TaskDialogProps } from '../dialog/TaskDialog'
import { NEW, refusalsOf, useDraftKey } from '../draft/drafts'
import { DraftForm, type DraftFormProps, keepFocus, useDiscardDraft } from './DraftForm'
import { showServerError, type TakenMessages, takenText } from './DraftKeeper'
import { useTranslate } from './texts'

interface CreateDialogProps<Values extends FieldValues, Schema extends z.ZodType, Created>
  extends Omit<DraftFormProps<Values, Schema>, 'draftKey' | 'onSubmit'>,
    Pick<TaskDialogProps, 'maxWidth'> {
  resource: string
  title: string
  /** Text of the submit button. */
  submitLabel: string
  onClose: () => void
  /** Creates the record and returns it. */
  create: (input: z.output<Schema>) => Promise<Created>
  /** Called afterwards; must close the dialog or leave the page. */
  onCreated: (created: Created) => void
  /** Called instead if the person creates another one, in the same dialog; without it, nobody can. */
  onOneOfMany?: (created: Created) => void
}

/** A warning that another attempt may create a second record. */
function Unsure() {
  return <span>{useTranslate()('form.unsure')}</span>
}

/** The error of the last attempt: at the fields that it names, else above the form. */
function Failure({ error, taken }: { error: unknown; taken?: TakenMessages }) {
  const translateText = useTranslateText()
  const form = useFormContext()
  const answer = error instanceof ApiError ? error : undefined
  const refusals = refusalsOf(answer?.body ?? '', Object.keys(form.getValues()))
  const own = takenText(error, taken)
  useEffect(() => showServerError(form, answer?.body, own, true), [form, answer, own])
  const rest = refusals.get(undefined)
  if (error === null || rest === undefined) return null
  const reason = refusals.size > 1 ? rest : translateText(reasonOf(error))
  return (
    <Alert severity="error" data-failure sx={{ mb: 2 }}>
      {isUnreachable(error) ? <Unsure /> : reason}
    </Alert>
  )
}

interface CreateActionsProps {
  submitLabel: string
  onClose: () => void
  /** Whether the dialog stays for another record; undefined if it cannot. */
  goesOn: boolean | undefined
  onGoOn: (goesOn: boolean) => void
}

function CreateActions({ submitLabel, onClose, goesOn, onGoOn }: CreateActionsProps) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  const discardDraft = useDiscardDraft()
  const cancel = () => {
    discardDraft()
    onClose()
  }
  return (
    <DialogActions onMouseDown={keepFocus}>
      {goesOn !== undefined && (
        <FormControlLabel
          label={translate('form.another')}
          control={<Checkbox checked={goesOn} onChange={(_event, checked) => onGoOn(checked)} />}
          sx={{ mr: 'auto', pl: 1 }}
        />
      )}
      <Button onClick={cancel} disabled={isSubmitting}>
        {translate('page.cancel')}
      </Button>
      <LoadingButton type="submit" variant="contained" loading={isSubmitting}>
        {submitLabel}
      </LoadingButton>
    </DialogActions>
  )
}

/**
 * A dialog that creates a record. If that fails, the dialog stays, with the error and everything typed. Closing it by
 * Esc keeps a draft; cancelling discards it. Render it only while it is open.
 */
export function CreateDialog<Values extends FieldValues, Schema extends z.ZodType, Created>(
  props: CreateDialogProps<Values, Schema, Created>,
) {
  const { resource, title, submitLabel, onClose, create, onCreated, onOneOfMany, ...others } = props
  const { taken, children, maxWidth, ...form } = others
  const draftKey = useDraftKey(resource, NEW)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [goesOn, setGoesOn] = useState(false)
  const [round, setRound] = useState(0)

  const submit = async (input: z.output<Schema>) => {
    setBusy(true)
    setError(null)
    try {
      const created = await create(input)
      if (onOneOfMany && goesOn) {
        onOneOfMany(created)
        // The form discards its draft first.
        setTimeout(() => setRound((before) => before + 1))
      } else onCreated(created)
      return true
    } catch (failure) {
      setError(failure)
      throw failure
    } finally {
      setBusy(false)
    }
  }

  return (
    <TaskDialog title={title} onClose={() => !busy && onClose()} maxWidth={maxWidth ?? 'sm'}>
      <DraftForm {...form} key={round} taken={taken} draftKey={draftKey} onSubmit={submit}>
        <DialogContent>
          <Failure error={error} taken={taken} />
          {children}
        </DialogContent>
        <CreateActions
          submitLabel={submitLabel}
          onClose={onClose}
          goesOn={onOneOfMany && goesOn}
          onGoOn={setGoesOn}
        />
      </DraftForm>
    </TaskDialog>
  )
}
