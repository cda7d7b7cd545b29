import { Box, Button, Typography } from '@mui/material'
import { type ComponentType, Suspense, useState } from 'react'
import { type UseGetOneOptions, useRecordContext, WithRecord } from 'react-admin'
import { Link } from 'react-router-dom'
import { ALERTS_CAPABILITY, MUTES_CAPABILITY } from '#contract/alerts/capability'
import { BUNDLE_CAPABILITY, DEVICE_LOG_CAPABILITY } from '#contract/deviceLog/capability'
import type { Device } from '#contract/devices'
import { CONFIGURATION_CAPABILITY } from '#contract/devices/configurationState'
import { handoverApi } from '#contract/devices/handover'
import { GUEST_LINKS_CAPABILITY } from '#contract/guestLinks/capability'
import { messagesApi } from '#contract/messages'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { MoreMenu } from '../../components/action/MoreMenu'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { ContactSentence } from '../../components/contact/Contact'
import { msg as contactMsg } from '../../components/contact/texts'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { Field, Outline, Section, TimeText } from '../../components/page'
import { RecordDetails, RecordPage, type RecordTab, RecordTabs } from '../../components/resource/RecordPage'
import { useSameOnOthers } from '../../components/rollouts/useSameOnOthers'
import { DeviceConnectors } from '../../components/routing/DeviceConnectors'
import { useCapability } from '../../config'
import { usePermission, useReads } from '../../dataProvider/account'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { TOUCH } from '../../theme/theme'
import { deviceFields } from './fields'
import { FirmwareTab } from './firmware/FirmwareTab'
import { msg as firmwareMsg } from './firmware/texts'
import { msg as historyMsg } from './history/texts'
import { useBundle } from './log/useBundle'
import { SessionTab } from './session/SessionTab'
import { msg, useTranslate } from './texts'

const OpenAlerts = lazyPart(() => import('../../components/alerts/OpenAlerts'), 'alerts')
const DeviceMutes = lazyPart(() => import('../../components/alerts/mutes/DeviceMutes'), 'alerts')
const DeviceEdit = lazyPart(async () => ({ default: (await import('./DeviceForms')).DeviceEdit }))
const ConfigurationTab = lazyPart(() => import('./configuration/ConfigurationTab'))
const FirstMessage = lazyPart(() => import('./FirstMessage'))
const HistoryTab = lazyPart(() => import('./history/HistoryTab'))
const LogSection = lazyPart(() => import('./log/LogSection'), 'audit')
const LastMessages = lazyPart(() => import('./overview/LastMessages'))
const MoveNotice = lazyPart(() => import('./move/MoveNotice'))
const ReplaceDialog = lazyPart(() => import('./replace/ReplaceDialog'))
const Replacements = lazyPart(() => import('./replace/Replacements'))
const ShareDevice = lazyPart(() => import('./overview/ShareDevice'))
const Values = lazyPart(() => import('./overview/Values'))

/** Milliseconds between two polls of the device, and of one whose first message somebody waits for; a hidden page does not poll. */
const POLL = { usual: 10_000, first: 2000 }

const polling: UseGetOneOptions<Device> = {
  refetchInterval: ({ state: { data } }) => (data && !data.last_seen ? POLL.first : POLL.usual),
}

function DetailsTab({ device }: { device: Device }) {
  const translate = useTranslate()
  const isExpected = device.contact?.state === 'on_time'
  const readsConnectors = useReads('space:connector:read')
  const canSend = useCapability(messagesApi.uplink.capability)
  const sendsNext = canSend && !device.last_seen && !device.moved_at
  return (
    <>
      <RecordDetails<Device> fields={deviceFields} actions={<ChangesButton id={device.id} />}>
        {device.contact?.expected_at && (
          <Field
            label={translate(isExpected ? contactMsg('contact.expected') : contactMsg('contact.wasExpected'))}
          >
            <TimeText value={device.contact.expected_at} relative />
          </Field>
        )}
        {!device.moved_at && (
          <Field label={translate('devices.fields.token')}>{translate('devices.tokenIs')}</Field>
        )}
      </RecordDetails>
      {sendsNext && (
        <Suspense>
          <FirstMessage device={device} />
        </Suspense>
      )}
      {!device.moved_at && readsConnectors && <DeviceConnectors device={device} />}
      <Suspense>
        <Replacements device={device} />
      </Suspense>
    </>
  )
}

const panelOf = (View: ComponentType<{ device: Device }>) => () => (
  <WithRecord<Device> render={(device) => <View device={device} />} />
)

const DETAILS_TAB: RecordTab = {
  id: 'details',
  label: msg('devices.tabs.details'),
  Panel: panelOf(DetailsTab),
}
interface WaitsProps {
  part: 'values' | 'messages'
  /** Height of its content, in px. */
  height: number
}

/** Placeholder of a section while it loads. */
function Waits({ part, height }: WaitsProps) {
  const title = useTranslate()(historyMsg(`devices.history.values.overview.${part}`))
  return (
    <Section title={title}>
      <Outline height={height} />
    </Section>
  )
}

function OverviewTab({ device }: { device: Device }) {
  const readsAlerts = useReads('space:alert:read')
  const readsMutes = useReads('space:mute:read')
  const readsValues = useReads('space:message:series:read')
  const readsMessages = useReads('space:message:read')
  const hasAlerts = useCapability(ALERTS_CAPABILITY) && readsAlerts
  const hasMutes = useCapability(MUTES_CAPABILITY) && !device.moved_at && readsMutes
  const hasLog = useCapability(DEVICE_LOG_CAPABILITY)
  // As high as the notice, with a line for each alert.
  const alertsPlace = Boolean(device.open_alerts) && (
    <Box sx={{ height: 76 + 20 * (device.open_alerts ?? 0), mb: 3 }} />
  )
  return (
    <>
      {hasAlerts && (
        <Suspense fallback={alertsPlace}>
          <OpenAlerts of={{ deviceId: device.id }} place={alertsPlace} />
        </Suspense>
      )}
      {hasMutes && (
        <Suspense>
          <DeviceMutes device={device} />
        </Suspense>
      )}
      {device.last_seen && (
        <>
          {readsValues && (
            <Suspense fallback={<Waits part="values" height={136} />}>
              <Values device={device} />
            </Suspense>
          )}
          {readsMessages && (
            <Suspense fallback={<Waits part="messages" height={152} />}>
              <LastMessages device={device} />
            </Suspense>
          )}
        </>
      )}
      {hasLog && (
        <Suspense>
          <LogSection device={device} />
        </Suspense>
      )}
      <DetailsTab device={device} />
    </>
  )
}

const OVERVIEW_TAB: RecordTab = {
  id: 'details',
  label: historyMsg('devices.history.values.overview.title'),
  Panel: panelOf(OverviewTab),
}
const HISTORY_TAB: RecordTab = {
  id: 'history',
  label: historyMsg('devices.history.title'),
  Panel: panelOf((props) => (
    <Suspense>
      <HistoryTab {...props} />
    </Suspense>
  )),
}
const FIRMWARE_TAB: RecordTab = {
  id: 'firmware',
  label: firmwareMsg('devices.firmware.title'),
  Panel: panelOf(FirmwareTab),
}
const CONFIGURATION_TAB: RecordTab = {
  id: 'configuration',
  label: msg('devices.fields.configuration'),
  Panel: panelOf((props) => (
    <Suspense>
      <ConfigurationTab {...props} />
    </Suspense>
  )),
}
const SESSION_TAB: RecordTab = {
  id: 'session',
  label: msg('devices.fields.session_id'),
  Panel: panelOf(SessionTab),
}

/** Tabs of a device; only a device with a session has the last one. Rules, "Devices". */
function DeviceShow() {
  const translate = useTranslate()
  const hasSession = useRecordContext<Device>()?.session_id !== 0
  const hasSeries = useCapability(SERIES_CAPABILITY)
  const readsHistory = useReads('space:message:series:read')
  const isMoved = Boolean(useRecordContext<Device>()?.moved_at)
  const hasConfiguration = useCapability(CONFIGURATION_CAPABILITY) && !isMoved
  const tabs: [RecordTab, ...RecordTab[]] = [
    hasSeries ? OVERVIEW_TAB : DETAILS_TAB,
    ...(hasSeries && readsHistory ? [HISTORY_TAB] : []),
    FIRMWARE_TAB,
    ...(hasConfiguration ? [CONFIGURATION_TAB] : []),
    ...(hasSession ? [SESSION_TAB] : []),
  ]
  return <RecordTabs label={translate('devices.tabs.title')} tabs={tabs} />
}

/** Links from a device to its console and messages, and further actions. Rules, "Devices". */
function DeviceActions({ device }: { device: Device }) {
  const { id } = device
  const translate = useTranslate()
  const addresses = useAddresses()
  const canSend = usePermission('space:device:downlink:create')
  const canReplace = usePermission(handoverApi.replace.permission)
  const isReplaceOffered = useCapability(handoverApi.replace.capability)
  const canMute = usePermission('space:mute:create')
  const isMuteOffered = useCapability(MUTES_CAPABILITY)
  const sameOnOthers = useSameOnOthers(id, null)
  const saveBundle = useBundle(device)
  const isBundleOffered = useCapability(BUNDLE_CAPABILITY)
  const canShare = usePermission('space:guestLink:create')
  const isShareOffered = useCapability(GUEST_LINKS_CAPABILITY)
  const [doing, setDoing] = useState<'replace' | 'share' | null>(null)
  const close = () => setDoing(null)
  const reasonUnless = (isPermitted: boolean) => (isPermitted ? null : translate('common.notPermitted'))
  const createMessage = {
    label: translate('devices.actions.createMessage'),
    does: addresses.createMessage(id),
    reason: reasonUnless(canSend),
  }
  const replace = {
    label: translate('devices.actions.replace'),
    does: () => setDoing('replace'),
    reason: reasonUnless(canReplace),
  }
  const share = {
    label: translate(historyMsg('devices.history.share')),
    does: () => setDoing('share'),
    reason: reasonUnless(canShare),
  }
  const mute = {
    label: translate('devices.actions.mute'),
    does: addresses.list('mutes', { create: true, suggestion: id }),
    reason: reasonUnless(canMute),
  }
  const messages = (
    <Button component={Link} to={addresses.list('messages', { deviceId: id })} variant="outlined">
      {translate('devices.actions.allMessages')}
    </Button>
  )
  if (device.moved_at) return messages
  return (
    <>
      <Button component={Link} to={addresses.console(id)} variant="outlined">
        {translate('devices.actions.openConsole')}
      </Button>
      {messages}
      <MoreMenu
        actions={[
          createMessage,
          ...sameOnOthers.map(({ label, open, reason }) => ({ label, does: open, reason })),
          ...(isMuteOffered ? [mute] : []),
          ...(isReplaceOffered ? [replace] : []),
          ...(isShareOffered ? [share] : []),
          ...(isBundleOffered
            ? [{ label: translate('devices.actions.bundle'), does: () => void saveBundle() }]
            : []),
          { label: translate('devices.actions.print'), does: () => window.print() },
        ]}
      />
      {doing && (
        <PartFrame onClose={close}>
          {doing === 'replace' ? (
            <ReplaceDialog device={device} onClose={close} />
          ) : (
            <ShareDevice device={device} onClose={close} />
          )}
        </PartFrame>
      )}
    </>
  )
}

/** Whether the device sends in its rhythm, and where it was moved from or to. */
function Subtitle({ device }: { device: Device }) {
  return (
    <>
      {device.contact && (
        <Typography variant="body2" sx={{ mt: 1, [TOUCH]: { mt: 1.5 } }}>
          <ContactSentence device={device} />
        </Typography>
      )}
      {(device.moved_to ?? device.moved_from) && (
        <Suspense>
          <MoveNotice device={device} />
        </Suspense>
      )}
    </>
  )
}

/** One device, viewed or edited. Rules, "Devices". */
export default function DevicePage() {
  return (
    <RecordPage
      queryOptions={polling}
      actions={<WithRecord<Device> render={(device) => <DeviceActions device={device} />} />}
      subtitle={<WithRecord<Device> render={(device) => <Subtitle device={device} />} />}
      show={<DeviceShow />}
      edit={<DeviceEdit />}
    />
  )
}
