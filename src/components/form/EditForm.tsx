import { Alert, Box, Button, styled } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { type FieldValues, useFormState } from 'react-hook-form'
import type { z } from 'zod'
import { HIDDEN } from '#contract/common'
import type { Permission } from '#contract/permissions'
import { type Based, changedSinceOf, isSame } from '../../dataProvider/versionedSave'
import type { MessageKey } from '../../i18n/translate'
import { LoadingButton } from '../action/LoadingButton'
import { PermissionButton } from '../action/PermissionButton'
import { useFailureToast } from '../action/useFailureToast'
import { useUndo } from '../action/useUndo'
import { useEditMode } from '../address/addressMode'
import { ConfirmDialog } from '../dialog/ConfirmDialog'
import { type FormBase, useDraftKey } from '../draft/drafts'
import { toast } from '../toast/toasts'
import { useHeightVariable } from '../useHeightVariable'
import type { FieldView } from './ConflictDialog'
import { takenOf, useConflictText } from './conflictText'
import { DraftForm, type DraftFormProps, keepFocus, useDiscardDraft } from './DraftForm'
import { takenText } from './DraftKeeper'
import type { Values as FormValues } from './merge'
import type { FormCodec } from './resolver'
import { useTranslate } from './texts'
import { type Saved, useMergedSave } from './useMergedSave'

/** How the edit form deletes a record. */
export interface Deletion {
  /** Undefined if everyone may delete. */
  permission: Permission | undefined
  /** Why this record cannot be deleted, in words. */
  reason?: string | null
  /** The question. */
  title: string
  /** What will be lost, or why the record cannot be deleted. */
  text: ReactNode
  /** Text of the confirm button; "Delete" by default. */
  confirmLabel?: string
  /** A name to type first; see `ConfirmDialog`. */
  typedName?: string
  /** It cannot be deleted: the dialog only shows why. */
  isBlocked?: boolean
  /** Version of the record. */
  version: number | null
  /** Deletes the record if it still has this version. */
  run: (version: number | null) => Promise<unknown>
  /** Shows the current record. */
  reload: () => Promise<unknown>
  /** The label of a field; undefined for fields that the page does not show. */
  labelOf: (field: string) => MessageKey | undefined
  /** Leaves the page of the deleted record. */
  onDeleted: () => void
}

interface EditFormProps<Row, Values extends FieldValues, Schema extends z.ZodObject>
  extends Omit<DraftFormProps<Values, Schema>, 'draftKey' | 'initial' | 'version' | 'onSubmit' | 'children'> {
  resource: string
  row: Row
  codec: FormCodec<Row, Values, z.input<Schema>>
  /** Asks before a doubtful save; false leaves everything as it is. */
  confirmSave?: (input: z.output<Schema>) => Promise<boolean>
  /** Sends the changes and returns the saved record. */
  save: (input: z.output<Schema>, based: Based) => Promise<unknown>
  /** Reads the record again. */
  reload: () => Promise<Row>
  /** How to show a field that two people have changed. */
  viewOf: (field: string) => FieldView
  /** Called after saving; by default, it returns to view mode. */
  onSaved?: (input: z.output<Schema>) => void
  deletion?: Deletion
  /** Receives the buttons, to render at the end of the inputs' card. */
  children: (actions: ReactNode) => ReactNode
}

/** Limits inputs to a comfortable width, even on wide cards. */
export const Inputs = styled('div')({ maxWidth: 800 })

/** The version that the person knows, and the changes of others that the dialog shows. */
interface Seen extends Pick<Deletion, 'version'> {
  othersChanges: readonly string[]
}

function DeleteButton({ deletion }: { deletion: Deletion }) {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  const discardDraft = useDiscardDraft()
  const conflictText = useConflictText(deletion.labelOf)
  const [asking, setAsking] = useState(false)
  const [seen, setSeen] = useState<Seen>({ version: deletion.version, othersChanges: [] })

  /** Asks again if somebody else has changed the record since. */
  const remove = async () => {
    try {
      await deletion.run(seen.version)
    } catch (error) {
      const since = changedSinceOf(error)
      if (!since) throw error
      await deletion.reload()
      return setSeen({ version: since.version, othersChanges: conflictText(takenOf(since.changes)) })
    }
    discardDraft()
    deletion.onDeleted()
  }
  const confirm = async () => {
    try {
      await remove()
    } catch (error) {
      showFailure(error)
      setAsking(false)
    }
  }

  return (
    <>
      <PermissionButton
        permission={deletion.permission}
        reason={deletion.reason}
        color="error"
        onClick={() => setAsking(true)}
      >
        {translate('page.delete')}
      </PermissionButton>
      <ConfirmDialog
        // A new dialog for each question: it focuses the harmless button and is read out.
        key={seen.version}
        open={asking}
        title={deletion.title}
        confirmLabel={deletion.confirmLabel ?? translate('page.delete')}
        onConfirm={deletion.isBlocked ? undefined : confirm}
        onClose={() => setAsking(false)}
        typedName={deletion.typedName}
      >
        {seen.othersChanges.length > 0 && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {seen.othersChanges.join(' ')}
          </Alert>
        )}
        {deletion.text}
      </ConfirmDialog>
    </>
  )
}

/** Sticks to the bottom of the window while the form extends below it. */
const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 'var(--banner-height, 0px)',
  zIndex: theme.zIndex.fab,
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  // As wide as the card around the form.
  margin: theme.spacing(2, -2, 0),
  padding: theme.spacing(1.5, 2),
  backgroundColor: theme.palette.background.paper,
  borderTop: `1px solid ${theme.palette.divider}`,
  [theme.breakpoints.up('sm')]: { marginInline: theme.spacing(-3), paddingInline: theme.spacing(3) },
}))

/** The version in a server's answer. */
const versionOf = (answer: unknown): Based['version'] =>
  typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number'
    ? answer.version
    : null

function EditActions({ deletion }: { deletion?: Deletion }) {
  const translate = useTranslate()
  const { stopEditing } = useEditMode()
  const { isSubmitting } = useFormState()
  const discardDraft = useDiscardDraft()
  const discard = () => {
    discardDraft()
    stopEditing()
  }
  return (
    <Bar ref={useHeightVariable('--actions-height')} onMouseDown={keepFocus}>
      <LoadingButton type="submit" variant="contained" loading={isSubmitting}>
        {translate('page.save')}
      </LoadingButton>
      <Button onClick={discard} disabled={isSubmitting}>
        {translate('page.discard')}
      </Button>
      <Box sx={{ flex: 1 }} />
      {deletion && <DeleteButton deletion={deletion} />}
    </Bar>
  )
}

/**
 * The edit mode of a page. Saving, discarding and a failed save return to view mode, where a failed save is offered as
 * a draft. Rules, "View and edit mode".
 */
export function EditForm<Row extends RaRecord, Values extends FieldValues, Schema extends z.ZodObject>(
  props: EditFormProps<Row, Values, Schema>,
) {
  const { resource, row, confirmSave, save, reload, viewOf, onSaved, deletion, children, ...form } = props
  const { codec, schema } = form
  const translate = useTranslate()
  const { stopEditing } = useEditMode()
  const showFailure = useFailureToast()
  const undoBy = useUndo()
  const draftKey = useDraftKey(resource, String(row.id))
  const mounted = useRef(true)

  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  /** Form values as a save sends them; invalid ones stay unparsed. */
  const valuesOf = (values: Values): FormValues =>
    Object.fromEntries(
      Object.entries(codec.fromForm(values)).map(([name, value]) => {
        const { success, data } = schema.shape[name]?.safeParse(value) ?? {}
        return [name, success ? data : value]
      }),
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has parsed each of its fields
  const inputOf = (values: FormValues) => values as z.output<Schema>

  const { saveMerged, dialog } = useMergedSave<Row>({
    valuesOf: (record) => valuesOf(codec.toForm(record)),
    save: (values, based) => save(inputOf(values), based),
    reload,
    viewOf,
    isThere: () => mounted.current,
  })

  /** Undoes only this person's changes, and never changes to a value that the console has not seen. */
  const undoOf = (before: FormValues, typed: FormValues, { answer, values }: Saved) => {
    const changed = Object.keys(typed).filter((name) => !isSame(typed[name], before[name]))
    const old = Object.fromEntries(changed.map((name) => [name, before[name]]))
    if (changed.length === 0 || JSON.stringify(old).includes(HIDDEN)) return undefined
    const version = versionOf(answer)
    return undoBy(() => saveMerged({ ...values, ...old }, { version, data: values }))
  }

  const submit = async (typed: z.output<Schema>, base: FormBase) => {
    if (confirmSave && !(await confirmSave(typed))) return false
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are form values, some of them from the time when a draft was typed
    const data = valuesOf(base.values as Values)
    let saved: Awaited<ReturnType<typeof saveMerged>>
    try {
      saved = await saveMerged(typed, { version: base.version, data })
      if (!saved) return false
    } catch (error) {
      const text = takenText(error, form.taken)
      if (text) toast({ kind: 'error', title: translate(text) })
      else showFailure(error)
      if (mounted.current) stopEditing()
      throw error
    }
    toast({
      kind: 'success',
      title: translate('page.saved'),
      description: saved.othersChanges.join(' ') || undefined,
      action: undoOf(data, typed, saved),
    })
    if (mounted.current) (onSaved ?? stopEditing)(inputOf(saved.values))
    return true
  }

  return (
    <>
      <DraftForm
        {...form}
        key={row.id}
        draftKey={draftKey}
        initial={codec.toForm(row)}
        version={row.version}
        onSubmit={submit}
      >
        {children(<EditActions deletion={deletion} />)}
      </DraftForm>
      {/* Outside of the form, because it is a form itself. */}
      {dialog}
    </>
  )
}
