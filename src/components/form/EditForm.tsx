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

/** How a record is deleted from its edit form. */
export interface Deletion {
  /** Nothing is asked for where everyone may delete. */
  permission: Permission | undefined
  /** Why this record cannot be deleted, in words. */
  reason?: string | null
  /** The question. */
  title: string
  /** What will be lost, or why it cannot be deleted. */
  text: ReactNode
  /** Text of the button that does it; "Delete" unless given. */
  confirmLabel?: string
  /** What must be typed before; see `ConfirmDialog`. */
  typedName?: string
  /** It cannot be deleted: the dialog only says why. */
  isBlocked?: boolean
  /** Version of the record. */
  version: number | null
  /** Deletes it if it still has the version. */
  run: (version: number | null) => Promise<unknown>
  /** Shows the record as it is now. */
  reload: () => Promise<unknown>
  /** What a field is called; undefined for one that the page does not show. */
  labelOf: (field: string) => MessageKey | undefined
  /** Leaves the page of what is gone. */
  onDeleted: () => void
}

interface EditFormProps<Row, Values extends FieldValues, Schema extends z.ZodObject>
  extends Omit<DraftFormProps<Values, Schema>, 'draftKey' | 'initial' | 'version' | 'onSubmit' | 'children'> {
  resource: string
  row: Row
  codec: FormCodec<Row, Values, z.input<Schema>>
  /** Asked before it is saved, where there may be doubts; false leaves everything as it is. */
  confirmSave?: (input: z.output<Schema>) => Promise<boolean>
  /** Sends it and answers with the saved record. */
  save: (input: z.output<Schema>, based: Based) => Promise<unknown>
  /** Reads the record anew. */
  reload: () => Promise<Row>
  /** How its fields are shown, where two people have changed one. */
  viewOf: (field: string) => FieldView
  /** What comes after saving; by default the view. */
  onSaved?: (input: z.output<Schema>) => void
  deletion?: Deletion
  /** The inputs, with the buttons at the end of their card. */
  children: (actions: ReactNode) => ReactNode
}

/** Inputs are no wider than what is read in one look, however wide their card is. */
export const Inputs = styled('div')({ maxWidth: 800 })

/** The record as the person knows it, and what they were told of it. */
interface Seen extends Pick<Deletion, 'version'> {
  told: readonly string[]
}

function DeleteButton({ deletion }: { deletion: Deletion }) {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  const discardDraft = useDiscardDraft()
  const tell = useConflictText(deletion.labelOf)
  const [asking, setAsking] = useState(false)
  const [seen, setSeen] = useState<Seen>({ version: deletion.version, told: [] })

  /** Asks again where somebody else has changed the record since the person saw it. */
  const remove = async () => {
    try {
      await deletion.run(seen.version)
    } catch (error) {
      const since = changedSinceOf(error)
      if (!since) throw error
      await deletion.reload()
      return setSeen({ version: since.version, told: tell(takenOf(since.changes)) })
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
        // A new question is a new dialog: it takes the focus to what harms nothing, and is read out.
        key={seen.version}
        open={asking}
        title={deletion.title}
        confirmLabel={deletion.confirmLabel ?? translate('page.delete')}
        onConfirm={deletion.isBlocked ? undefined : confirm}
        onClose={() => setAsking(false)}
        typedName={deletion.typedName}
      >
        {seen.told.length > 0 && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {seen.told.join(' ')}
          </Alert>
        )}
        {deletion.text}
      </ConfirmDialog>
    </>
  )
}

/** Stays at the bottom of the window while the form reaches below it. */
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

/** The version of a record that a server answered with. */
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
 * The edit mode of a page. Saving, discarding and a failed save return to the view; what a failed save held is kept
 * as a draft that the view offers. Rules, "View and edit mode".
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

  /** Values of the form as a save sends them; one that the schema refuses stays as it is. */
  const valuesOf = (values: Values): FormValues =>
    Object.fromEntries(
      Object.entries(codec.fromForm(values)).map(([name, value]) => {
        const { success, data } = schema.shape[name]?.safeParse(value) ?? {}
        return [name, success ? data : value]
      }),
    )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of its fields is what the schema made of it
  const inputOf = (values: FormValues) => values as z.output<Schema>

  const { saveMerged, dialog } = useMergedSave<Row>({
    valuesOf: (record) => valuesOf(codec.toForm(record)),
    save: (values, based) => save(inputOf(values), based),
    reload,
    viewOf,
    isThere: () => mounted.current,
  })

  /** Takes back what the person changed, and nothing of others; not a value that the console has never seen. */
  const undoOf = (before: FormValues, typed: FormValues, { answer, values }: Saved) => {
    const changed = Object.keys(typed).filter((name) => !isSame(typed[name], before[name]))
    const old = Object.fromEntries(changed.map((name) => [name, before[name]]))
    if (changed.length === 0 || JSON.stringify(old).includes(HIDDEN)) return undefined
    const version = versionOf(answer)
    return undoBy(() => saveMerged({ ...values, ...old }, { version, data: values }))
  }

  const submit = async (typed: z.output<Schema>, base: FormBase) => {
    if (confirmSave && !(await confirmSave(typed))) return false
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values of the form, some of them as they were when a draft was typed
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
      description: saved.told.join(' ') || undefined,
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
      {/* Outside of the form, for it is one itself. */}
      {dialog}
    </>
  )
}
