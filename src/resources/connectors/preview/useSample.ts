import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import {
  alertJobOf,
  type Connector,
  type Job,
  type JobAlertEvent,
  mismatchOf,
  sharedTags,
} from '#contract/connectors'
import type { Device } from '#contract/devices'
import {
  FIRST_MESSAGE_AT,
  type Message,
  type MessageType,
  messageSchema,
  messagesApi,
  typesOf,
} from '#contract/messages'
import { useDevices } from '../../../components/devices/useDevices'
import { formatJson, parseJson } from '../../../components/json'
import { useAddressParameter } from '../../../components/page'
import { useCapability } from '../../../config'
import { useRead } from '../../../dataProvider/answers'
import { isMissing } from '../../../dataProvider/client'
import { useListMessages } from '../../../dataProvider/messagePages'
import { useGetOne } from '../../../dataProvider/queries'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import type { ConnectorValues } from '../values'
import { firstJobOf } from './job'
import { type Choice, usePreview } from './PreviewContext'
import { sampleAlert } from './sampleAlert'
import { useVariables } from './useVariables'

/**
 * Latest message of a type that the device has sent or received. It loads only once, so that it does not change while a
 * person edits it.
 */
function useLatest(
  deviceId: string | undefined,
  type: MessageType,
  direction: Message['direction'],
  enabled: boolean,
) {
  const listMessages = useListMessages()
  return useRead(
    messagesApi.list,
    { sample: [deviceId, type, direction] },
    async (signal) => {
      const query = { device_id: deviceId, type: [type], direction, after: FIRST_MESSAGE_AT, limit: 1 }
      const [message = null] = await listMessages(query, signal)
      return { message, at: new Date() }
    },
    { enabled: enabled && deviceId !== undefined, staleTime: 'static', gcTime: 0 },
  )
}

/** The message in the address, with its device. */
function usePinned(pinnedId: string | null) {
  const message = useGetOne('messages', { id: pinnedId ?? '' }, { enabled: pinnedId !== null })
  const pinned = pinnedId === null ? undefined : message.data
  const device = useGetOne('devices', { id: pinned?.device_id ?? '' }, { enabled: Boolean(pinned) })
  return {
    message: pinned,
    device: pinned && device.data,
    error: pinnedId === null ? null : (message.error ?? device.error),
    isLoading: message.isLoading || device.isLoading,
    refetch: () => Promise.all([message.refetch(), pinned && device.refetch()]),
  }
}

type JobParts = Parameters<typeof firstJobOf>[0]

/** Job of a first attempt, formatted for editing. */
const jobTextOf = (parts: JobParts): string => formatJson(firstJobOf(parts))

/** Job of a first attempt to send an alert, formatted for editing. */
const alertText = (
  event: JobAlertEvent,
  spaceId: string,
  connector: Connector,
  variables: Job['variables'],
): string => {
  const alert = sampleAlert(event, spaceId, window.location.origin)
  return JSON.stringify(alertJobOf({ attempt: 0, alert, connector, variables }), null, 2)
}

/** A blank message for a device without messages. */
const blankMessage = ({ type, direction }: Pick<Message, 'type' | 'direction'>, at: Date) => ({
  id: '00000000-0000-0000-0000-000000000000',
  type,
  direction,
  created_at: at.toISOString(),
  measured_at: null,
  body: '{}',
  raw: null,
})

/** Text of the input. If somebody pastes a message of the API instead of a job, it becomes the job of that message. */
function fromPasted(text: string, parts: Omit<JobParts, 'message'> | null): string {
  const { success, data: message } = messageSchema.safeParse(parseJson(text))
  return success && parts ? jobTextOf({ ...parts, message }) : text
}

/** Input of the code: the person's choice, its message, and their job. Rules, "Connector preview". */
export function useSample(connector: Connector) {
  const spaceId = useSpaceId()
  const variablesOf = useVariables()
  const { choice, change, keepInput } = usePreview()
  const [direction, triggers, tags, size = connector.batch_size] = useWatch<
    ConnectorValues,
    ['direction', 'triggers', 'tags', 'batch_size']
  >({ name: ['direction', 'triggers', 'tags', 'batch_size'] })
  const isList = size !== null
  const [pinnedId, pin] = useAddressParameter('message')
  const pinned = usePinned(pinnedId)
  const scope = { tags, anyDevice: choice.anyDevice === true }
  const list = useDevices(scope)
  const canChoose = (device: Device) => scope.anyDevice || sharedTags({ tags }, device).length > 0

  const hasAlerts = useCapability(ALERTS_CAPABILITY)
  const isForAlerts = triggers.length === 0 && choice.type === undefined
  const event = choice.alert === undefined ? (isForAlerts ? 'opened' : null) : choice.alert
  const alert = hasAlerts && pinnedId === null ? event : null

  const type = pinned.message?.type ?? choice.type ?? typesOf(triggers)[0] ?? 'data'
  const chosen = choice.device && canChoose(choice.device) ? choice.device : list.devices[0]
  const device = pinnedId === null ? chosen : pinned.device
  const latest = useLatest(device?.id, type, direction, pinnedId === null)
  const found = pinnedId === null ? (latest.data?.message ?? null) : (pinned.message ?? null)
  const message = alert === null ? found : null

  const key = alert ?? `${message?.id ?? `${type} ${direction} ${device?.id ?? ''}`}${isList ? ' list' : ''}`
  const parts = device ? { spaceId, device, connector, isList, variablesOf } : null
  const at = latest.data?.at
  const shown = message ?? (at && blankMessage({ type, direction }, at))
  const messageText = parts && shown ? jobTextOf({ ...parts, message: shown }) : ''
  const original = alert === null ? messageText : alertText(alert, spaceId, connector, variablesOf(undefined))
  const isEdited = choice.edit?.of === key
  const text = choice.edit?.of === key ? choice.edit.text : original
  // The code does not run on a blank message until somebody edits it.
  const isReady = alert !== null || (message !== null && parts !== null) || isEdited
  const job = isReady && parseJson(text) !== undefined ? text : null
  useEffect(() => keepInput(job), [keepInput, job])

  /** Removes the message from the address. Its device stays, even if it shares no tag with the connector. */
  const unpin = (changes: Partial<Choice>) => {
    const next = { type, device, ...changes }
    change({ ...next, ...(next.device && !canChoose(next.device) && { anyDevice: true }) })
    if (pinnedId !== null) pin(null)
  }

  const source = pinnedId === null ? (chosen ? latest : list) : pinned
  return {
    type,
    hasAlerts,
    /** Event of the sample alert; null for a message. */
    alert,
    device,
    /** Whether the code gets a list of messages. */
    isList,
    devices: list.devices,
    scope,
    /** Whether to show the switch for devices without a shared tag: no device shares one, or it was already used. */
    offersAnyDevice: choice.anyDevice !== undefined || list.isEmpty,
    message,
    text,
    /** JSON text of the job; null while the input is invalid JSON. */
    job,
    isEdited,
    isLoading: list.isLoading || pinned.isLoading || latest.isLoading,
    error: source.error,
    /** Whether the message in the address does not exist. */
    isGone: pinnedId !== null && isMissing(source.error),
    retry: () => void source.refetch(),
    /** Whether the device has no message of the type. */
    isMissing: pinnedId === null && latest.data?.message === null,
    /** Why this message would not trigger the connector with the form's current values. */
    mismatch:
      message && device
        ? mismatchOf({ enabled: connector.enabled, direction, triggers, tags }, message, device)
        : null,
    chooseType: (next: MessageType) => unpin({ type: next, alert: null }),
    chooseAlert: (next: JobAlertEvent) => unpin({ alert: next }),
    chooseDevice: (next: Device) => unpin({ device: next }),
    /** Makes a message the sample. */
    pin: (id: string) => {
      change({ edit: undefined })
      pin(id)
    },
    edit: (typed: string) => change({ edit: { of: key, text: fromPasted(typed, parts) } }),
    reset: () => change({ edit: undefined }),
    loadLatest: () => {
      unpin({ edit: undefined })
      if (pinnedId === null) void latest.refetch()
    },
  }
}

export type Sample = ReturnType<typeof useSample>
