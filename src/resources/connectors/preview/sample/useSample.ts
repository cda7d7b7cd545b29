import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGetOne } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { type Connector, mismatchOf, sharedTags, typesOf } from '#contract/connectors'
import type { Device } from '#contract/devices'
import { FIRST_MESSAGE_AT, type Message, type MessageType } from '#contract/messages'
import { parseJson } from '../../../../components/json'
import { useSpaceId } from '../../../../dataProvider/SpaceProvider'
import { useSpaceport } from '../../../../dataProvider/useSpaceport'
import type { ConnectorValues } from '../../form/codec'
import { type Choice, usePreview } from '../PreviewContext'
import { blankMessage, fromPasted, jobText } from './job'
import { useDevices } from './useDevices'
import { usePinnedMessage } from './usePinnedMessage'

/** The latest message of a type that the device has sent, or was sent. Asked once, so that it does not change under an edit. */
function useLatest(
  deviceId: string | undefined,
  type: MessageType,
  direction: Message['direction'],
  enabled: boolean,
) {
  const { listMessages } = useSpaceport()
  return useQuery({
    queryKey: ['connector-sample', deviceId, type, direction],
    queryFn: async ({ signal }) => {
      const query = { device_id: deviceId, type: [type], direction, after: FIRST_MESSAGE_AT, limit: 1 }
      const found = await listMessages(query, signal)
      const [message = null] = Array.isArray(found) ? found : []
      return { message, at: new Date() }
    },
    enabled: enabled && deviceId !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The message that the address names, with its device; both stay as they are. */
function usePinned(pinnedId: string | null) {
  const message = useGetOne<Message>('messages', { id: pinnedId ?? '' }, { enabled: pinnedId !== null })
  const pinned = pinnedId === null ? undefined : message.data
  const device = useGetOne<Device>('devices', { id: pinned?.device_id ?? '' }, { enabled: Boolean(pinned) })
  return {
    message: pinned,
    device: pinned && device.data,
    error: pinnedId === null ? null : (message.error ?? device.error),
    isLoading: message.isLoading || device.isLoading,
    refetch: () => Promise.all([message.refetch(), pinned && device.refetch()]),
  }
}

/** What the code is tried on: the choice, the message and the job made of it. Spec 1, section 4, "Connector preview tab". */
export function useSample(connector: Connector) {
  const spaceId = useSpaceId()
  const { choice, change, keepInput } = usePreview()
  const [direction, triggers, tags] = useWatch<ConnectorValues, ['direction', 'triggers', 'tags']>({
    name: ['direction', 'triggers', 'tags'],
  })
  const { pinnedId, pin } = usePinnedMessage()
  const pinned = usePinned(pinnedId)
  const scope = { tags, anyDevice: choice.anyDevice === true }
  const list = useDevices(scope)
  const canChoose = (device: Device) => scope.anyDevice || sharedTags({ tags }, device).length > 0

  const type = pinned.message?.type ?? choice.type ?? typesOf(triggers)[0] ?? 'data'
  const chosen = choice.device && canChoose(choice.device) ? choice.device : list.devices[0]
  const device = pinnedId === null ? chosen : pinned.device
  const latest = useLatest(device?.id, type, direction, pinnedId === null)
  const message = pinnedId === null ? (latest.data?.message ?? null) : (pinned.message ?? null)

  const key = message?.id ?? `${type} ${direction} ${device?.id ?? ''}`
  const parts = device ? { spaceId, device, connector } : null
  const at = latest.data?.at
  const shown = message ?? (at && blankMessage({ type, direction }, at))
  const original = parts && shown ? jobText({ ...parts, message: shown }) : ''
  const isEdited = choice.edit?.of === key
  const text = choice.edit?.of === key ? choice.edit.text : original
  // A message to fill in says nothing before it is filled in.
  const isReady = (message !== null && parts !== null) || isEdited
  const job = isReady && parseJson(text) !== undefined ? text : null
  useEffect(() => keepInput(job), [keepInput, job])

  /** Goes on without the address, and with a device that it may have brought from outside of the tags. */
  const unpin = (changes: Partial<Choice>) => {
    const next = { type, device, ...changes }
    change({ ...next, ...(next.device && !canChoose(next.device) && { anyDevice: true }) })
    if (pinnedId !== null) pin(null)
  }

  const source = pinnedId === null ? (chosen ? latest : list) : pinned
  return {
    type,
    device,
    devices: list.devices,
    scope,
    /** Devices without a shared tag can be allowed: there are no others, or they were already. */
    offersAnyDevice: choice.anyDevice !== undefined || list.isEmpty,
    message,
    text,
    /** JSON text of the job; null while the input is none. */
    job,
    isEdited,
    isLoading: list.isLoading || pinned.isLoading || latest.isLoading,
    error: source.error,
    retry: () => void source.refetch(),
    /** The device has no message of the type. */
    isMissing: pinnedId === null && latest.data?.message === null,
    /** Why this message would not trigger the connector as it is being edited. */
    mismatch:
      message && device
        ? mismatchOf({ enabled: connector.enabled, direction, triggers, tags }, message, device)
        : null,
    chooseType: (next: MessageType) => unpin({ type: next }),
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
