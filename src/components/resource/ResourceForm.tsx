import { type ReactNode, useMemo, useRef, useState } from 'react'
import {
  CreateBase,
  type RaRecord,
  type TransformData,
  useDelete,
  useGetRecordRepresentation,
  useRecordContext,
} from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { useSpaceport } from '../../dataProvider/queries'
import type { Based } from '../../dataProvider/versionedSave'
import { textOf } from '../../i18n'
import { useTranslate } from '../../i18n/translate'
import { CreateDialog, type Deletion, EditForm, Inputs } from '../form'
import { Section, useEditMode } from '../page'
import type { CreateDialogProps } from '../table/types'
import { toast } from '../toast/toasts'
import { DeletionNote } from '../trash/DeletionNote'
import { hasTrash, newDeletion, useDeletedToast, useTrashKind } from '../trash/useTrash'
import { textsOf, useDefinition, useResourceAddresses } from './definition'
import { FormInputs } from './FormInputs'
import { formOf, type InputFields, labelOf, viewOf } from './form'
import { useForget, useShown } from './refresh'

/** The result of a react-admin call, available even if the page was left meanwhile. */
function useOutcome() {
  const forget = useForget()
  const outcome = useRef<{ answer?: RaRecord; error?: unknown }>({})
  const mutationOptions = {
    onSuccess: (answer: RaRecord) => void (outcome.current = { answer }),
    onError: (error: unknown) => void (outcome.current = { error }),
  }
  /** Returns the server's answer. Errors: those of the call. */
  const settle = async (call: unknown) => {
    outcome.current = {}
    await call
    const { answer, error } = outcome.current
    if (!answer) throw error
    forget()
    return answer
  }
  return { mutationOptions, settle, forget }
}

interface ResourceFormProps {
  fields: InputFields
  /** The contract's schema of the input. */
  schema: z.ZodObject
  /** Converts the form's values to the data that is sent. */
  transform?: TransformData
}

interface ResourceEditProps extends ResourceFormProps {
  /** Renders the form's cards, one of them with the buttons; by default, one card with all inputs. */
  children?: (actions: ReactNode) => ReactNode
  /** See `EditForm`. */
  confirmSave?: (input: Record<string, unknown>) => Promise<boolean>
  /** The address after a save, instead of view mode. */
  nextOf?: (input: Record<string, unknown>) => string | undefined
  /** Called after a save, in addition. */
  onSaved?: () => void
  /** Overrides how a record of this resource is deleted. */
  deletion?: Partial<
    Pick<Deletion, 'reason' | 'title' | 'text' | 'confirmLabel' | 'typedName' | 'isBlocked' | 'onDeleted'>
  >
}

/** The edit mode of the current record: inputs, save, discard and delete. */
export function ResourceEdit({ fields, schema, transform, children, ...props }: ResourceEditProps) {
  const { confirmSave, nextOf, onSaved } = props
  const { stopEditing } = useEditMode()
  const translate = useTranslate()
  const navigate = useNavigate()
  const definition = useDefinition()
  const record = useRecordContext()
  const { list } = useResourceAddresses()
  const representation = useGetRecordRepresentation(definition.name)
  const dataProvider = useSpaceport()
  const forget = useForget()
  const show = useShown()
  const [deleteOne] = useDelete()
  const showDeleted = useDeletedToast()
  const trashKind = useTrashKind(definition.name)
  const [{ batch, headers }] = useState(newDeletion)
  const { form, taken } = useMemo(() => formOf(fields, schema), [fields, schema])
  if (!record || !definition.edit) return null

  const { name, permissions } = definition
  const texts = textsOf(definition)
  const { text = translate(textOf(texts, 'delete.text')), ...given } = props.deletion ?? {}
  const reload = async () => {
    const { data } = await dataProvider.getOne(name, { id: record.id })
    show(data)
    return data
  }
  const deletion: Deletion = {
    permission: permissions.delete,
    title: translate(textOf(texts, 'delete.title'), { name: representation(record) }),
    text: (
      <>
        {text}
        {hasTrash(name) && !given.isBlocked && <DeletionNote list={name} ids={[String(record.id)]} />}
      </>
    ),
    version: record.version ?? null,
    run: (version) =>
      deleteOne(
        name,
        { id: record.id, previousData: record, meta: { version, ...(trashKind && { headers }) } },
        { returnPromise: true },
      ),
    reload,
    labelOf: (field) => labelOf(fields, field),
    ...given,
    onDeleted: () => {
      forget()
      if (given.onDeleted) return given.onDeleted()
      showDeleted(translate(textOf(texts, 'delete.done')), trashKind && batch)
      void navigate(list, { replace: true })
    },
  }
  const sent = async (input: object): Promise<object> =>
    transform ? transform(input, { previousData: record }) : input
  const save = async (input: Record<string, unknown>, { version, data: before }: Based) => {
    const based: Based = { version, data: await sent(before) }
    const params = { id: record.id, data: await sent(input), previousData: record, meta: { based } }
    const { data } = await dataProvider.update(name, params)
    show(data)
    return data
  }
  const close = (input: Record<string, unknown>) => {
    const next = nextOf?.(input)
    if (next === undefined) stopEditing()
    else void navigate(next, { replace: true })
    onSaved?.()
  }
  return (
    <EditForm
      resource={name}
      row={record}
      {...form}
      taken={taken}
      save={save}
      reload={reload}
      viewOf={(field) => viewOf(fields, field)}
      confirmSave={confirmSave}
      onSaved={close}
      deletion={deletion}
    >
      {children ??
        ((actions) => (
          <Section title={translate(textOf(texts, 'details'))}>
            <Inputs>
              <FormInputs fields={fields} schema={schema} />
            </Inputs>
            {actions}
          </Section>
        ))}
    </EditForm>
  )
}

interface ResourceCreateProps extends ResourceFormProps, CreateDialogProps {
  /** The inputs; by default, those of all fields. */
  children?: ReactNode
  /** Overrides initial values of the fields. */
  initial?: Record<string, unknown>
  /** Values suggested by the previous page, as if they had been typed. */
  suggested?: Record<string, unknown> | undefined
  /** Maximum width of the dialog. */
  maxWidth?: 'sm' | 'md' | 'lg'
  /** Whether people can create one after the other in the same dialog. */
  canRepeat?: boolean
  /** Called afterwards; by default, shows a toast and opens the record's page. */
  onCreated?: (record: RaRecord) => void
}

/** The dialog for creating a record. */
export function ResourceCreate({ fields, schema, transform, open, onClose, ...props }: ResourceCreateProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const definition = useDefinition()
  const addresses = useResourceAddresses()
  const { mutationOptions, settle } = useOutcome()
  const { form, initial, taken } = useMemo(() => formOf(fields, schema), [fields, schema])
  if (!open || !definition.create) return null

  const { name } = definition
  const texts = textsOf(definition)
  const report = () => toast({ kind: 'success', title: translate(textOf(texts, 'create.done')) })
  const openRecord = ({ id }: RaRecord) => {
    report()
    void navigate(addresses.record(id), { replace: true })
  }
  const { onCreated = openRecord, children, maxWidth } = props
  return (
    <CreateBase
      redirect={false}
      disableAuthentication
      mutationOptions={mutationOptions}
      transform={transform}
      render={({ save }) => (
        <CreateDialog
          resource={name}
          title={translate(textOf(texts, 'create.title'))}
          submitLabel={translate(textOf(texts, 'create.submit'))}
          onClose={onClose}
          initial={{ ...initial, ...props.initial }}
          suggested={props.suggested}
          maxWidth={maxWidth}
          {...form}
          taken={taken}
          create={(input) => settle(save?.(input))}
          onCreated={onCreated}
          onOneOfMany={props.canRepeat ? report : undefined}
        >
          {children ?? <FormInputs fields={fields} schema={schema} />}
        </CreateDialog>
      )}
    />
  )
}
