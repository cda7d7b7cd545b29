import { Button, Stack } from '@mui/material'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { NAME_MIN_LENGTH, TEXT_MAX_LENGTH } from '#contract/common'
import { CONFIGURATION_CAPABILITY } from '#contract/devices'
import { rolloutEntity, rolloutsApi } from '#contract/rollouts'
import { useCapability } from '../../config'
import { useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { CreateDialog } from '../form'
import { toast } from '../toast/toasts'
import type { ChangeKind } from './changes'
import { CommandsInput } from './inputs/CommandsInput'
import { FirmwareInput } from './inputs/FirmwareInput'
import { MuteInputs } from './inputs/MuteInputs'
import { NamedRows } from './inputs/NamedRows'
import { OrderLabels, OrderTags } from './inputs/RecordsInputs'
import { TemplateInput } from './inputs/TemplateInput'
import { NEW_ORDER, type OrderedValues, type OrderValues, orderCodec, orderOf } from './order'
import { type ScopeValues, scopeCodec } from './scope'
import { useSuggest } from './suggestion'
import { TrialLine } from './TrialText'
import { useTranslate } from './texts'
import { useOrderText } from './words'

/** The order that each change begins with. */
function orderOfChange(kind: ChangeKind, hasSettings: boolean): OrderValues {
  switch (kind) {
    case 'config':
      return { ...NEW_ORDER, kind: hasSettings ? 'settings' : 'config' }
    case 'labels':
      return { ...NEW_ORDER, kind: 'records', set_labels: [{ name: null, value: null }] }
    case 'addTags':
    case 'removeTags':
      return { ...NEW_ORDER, kind: 'records' }
    case 'shell':
    case 'firmware':
    case 'mute':
      return { ...NEW_ORDER, kind }
  }
}

/** Whether settings or commands are sent. */
function ConfigInputs() {
  const translate = useTranslate()
  const hasSettings = useCapability(CONFIGURATION_CAPABILITY)
  const { setValue } = useFormContext<OrderedValues>()
  const kind = useWatch<OrderedValues, 'order.kind'>({ name: 'order.kind' })
  const other = kind === 'settings' ? 'config' : 'settings'
  return (
    <Stack sx={{ gap: 1, alignItems: 'start' }}>
      {kind === 'settings' ? (
        <>
          <TemplateInput />
          <NamedRows part="settings" />
        </>
      ) : (
        <CommandsInput kind="config" />
      )}
      {hasSettings && (
        <Button size="small" onClick={() => setValue('order.kind', other)}>
          {translate(`rollouts.change.as.${other}`)}
        </Button>
      )}
    </Stack>
  )
}

function ChangeInputs({ kind }: { kind: ChangeKind }) {
  switch (kind) {
    case 'config':
      return <ConfigInputs />
    case 'shell':
      return <CommandsInput kind="shell" />
    case 'firmware':
      return <FirmwareInput />
    case 'labels':
      return <OrderLabels />
    case 'mute':
      return <MuteInputs />
    case 'addTags':
      return <OrderTags part="add_tags" />
    case 'removeTags':
      return <OrderTags part="remove_tags" />
  }
}

interface OnScope {
  scope: ScopeValues
  /** Number of devices of the scope. */
  count: number
}

/** On how many devices it would be done, and a button to the form with stages, filled in. */
function Outlook({ scope, count }: OnScope) {
  const translate = useTranslate()
  const orderText = useOrderText()
  const suggest = useSuggest()
  const values = useWatch<OrderedValues, 'order'>({ name: 'order' })
  const order = orderOf(values)
  const sent = scopeCodec.fromForm(scope)
  const input = rolloutsApi.try.body.safeParse({ order, scope: sent }).data ?? null
  return (
    <>
      <TrialLine input={input} before={translate('rollouts.trial.devices', { smart_count: count })} />
      <Button
        size="small"
        sx={{ alignSelf: 'start', mx: -0.625 }}
        onClick={() => suggest({ order: values, scope, ...(order && { name: nameOf(orderText(order)) }) })}
      >
        {translate('rollouts.change.stages')}
      </Button>
    </>
  )
}

/** A name for a roll-out that nobody has named. */
const nameOf = (text: string) =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX_LENGTH).padEnd(NAME_MIN_LENGTH, '.')

/** Values of the form, and what it sends. */
const schema = z.object({ order: orderCodec.schema })
const codec = {
  fromForm: ({ order }: OrderedValues) => ({ order: orderCodec.fromForm(order) }),
  formPath: ([, ...path]: readonly PropertyKey[], { order }: OrderedValues) =>
    `order.${orderCodec.formPath(path, order)}`,
}

interface ChangeDialogProps extends OnScope {
  kind: ChangeKind
  onClose: () => void
  /** Called when the change has been ordered. */
  onDone?: () => void
}

/** One change of the chosen devices in two or three fields; it starts immediately. */
export default function ChangeDialog({ kind, scope, count, onClose, onDone }: ChangeDialogProps) {
  const translate = useTranslate()
  const orderText = useOrderText()
  const navigate = useNavigate()
  const addresses = useAddresses()
  const { ask } = useSpaceport()
  const { forget } = useAnswers()
  const hasSettings = useCapability(CONFIGURATION_CAPABILITY)
  const initial = useMemo(() => ({ order: orderOfChange(kind, hasSettings) }), [kind, hasSettings])
  const create = ({ order }: z.output<typeof schema>) =>
    ask(rolloutsApi.create, {
      body: {
        ...rolloutEntity.create.parse({
          name: nameOf(orderText(order)),
          order,
          scope: scopeCodec.fromForm(scope),
        }),
        start: true,
      },
    })
  return (
    <CreateDialog
      resource={`rollouts/${kind}`}
      title={translate(`rollouts.change.titles.${kind}`)}
      submitLabel={translate(`rollouts.change.submit.${kind}`)}
      onClose={onClose}
      initial={initial}
      schema={schema}
      codec={codec}
      create={create}
      onCreated={(rollout) => {
        forget('rollouts', ['devices'])
        toast({
          kind: 'success',
          title: translate('rollouts.change.done'),
          description: rollout.name,
          action: {
            label: translate('rollouts.change.open'),
            onAct: () => void navigate(addresses.record('rollouts', rollout.id)),
          },
        })
        onDone?.()
        onClose()
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <ChangeInputs kind={kind} />
        <Outlook scope={scope} count={count} />
      </Stack>
    </CreateDialog>
  )
}
