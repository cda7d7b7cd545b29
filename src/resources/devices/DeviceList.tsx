import MessagesIcon from '@mui/icons-material/ForumOutlined'
import ConsoleIcon from '@mui/icons-material/TerminalOutlined'
import { Suspense, useMemo } from 'react'
import { useListContext } from 'react-admin'
import { type Device, MOVE_CAPABILITY, STATE_CAPABILITY } from '#contract/devices'
import { CONFIGURATION_CAPABILITY } from '#contract/devices/configurationState'
import { ROLLOUTS_CAPABILITY } from '#contract/rollouts/capability'
import { SERIES_CAPABILITY } from '#contract/series/capability'
import { ExportButton } from '../../components/export/ExportButton'
import { AfterPaint, lazyPart, PartFrame } from '../../components/lazyPart'
import { useScanMode } from '../../components/page'
import { columnsOf, RecordFields } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowActions } from '../../components/resource/RowActions'
import { useCapability } from '../../config'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { BulkActions } from './bulk/BulkActions'
import { deviceFields } from './fields'
import { IntakeButton } from './intake/IntakeButton'
import { useTranslate } from './texts'
import { useShownValues } from './values/chosen'
import { LatestCell, valueColumnsOf } from './values/valueColumns'

const ChangeActions = lazyPart(() => import('./bulk/ChangeActions'), 'rollouts')
const DeviceGuide = lazyPart(() => import('./DeviceGuide'))
const DeviceExport = lazyPart(() => import('./export/DeviceExport'))
const ScanToOpen = lazyPart(() => import('./scan/ScanToOpen'))
const ColumnChoice = lazyPart(() => import('./values/ColumnChoice'))
const ChosenValues = lazyPart(() => {
  // Its cells load with the rows; otherwise React would keep their fallbacks for a moment.
  void LatestCell.preload()
  return import('./values/ChosenValues')
})

/** The rows do not wait for the values of the space. */
function ValuesLater() {
  const { data = [] } = useListContext()
  return (
    data.length > 0 && (
      <AfterPaint>
        <ChosenValues />
      </AfterPaint>
    )
  )
}

/** Changes of many devices as roll-outs; they load with the first selection. */
function LaterActions() {
  return (
    <Suspense>
      <ChangeActions />
    </Suspense>
  )
}

/** Values come after the name and the state. */
const VALUES_PLACE = 2

const SORT = { field: 'name', order: 'ASC' } as const

/** Actions on a device: its messages come first; a device that was moved away has no console here. */
function DeviceActions({ device }: { device: Device }) {
  const { id, name, moved_at } = device
  const translate = useTranslate()
  const addresses = useAddresses()
  const messages = {
    text: translate('devices.actions.allMessages'),
    label: translate('devices.actions.messages', { name }),
    Icon: MessagesIcon,
    does: addresses.list('messages', { deviceId: id }),
  }
  const console = {
    text: translate('devices.actions.openConsole'),
    label: translate('devices.actions.console', { name }),
    Icon: ConsoleIcon,
    does: addresses.console(id),
  }
  return <RowActions row={device} first={[messages]} more={moved_at ? [] : [console]} />
}

/** The row already shows the name, and only the kind of the state. */
const { name: _, ...others } = deviceFields
const rowFields = {
  ...others,
  contact: { ...deviceFields.contact, details: true },
  configuration: { ...deviceFields.configuration, details: true },
}

const columns = columnsOf<Device>(deviceFields, {
  expands: true,
  actions: { cell: (device) => <DeviceActions device={device} /> },
})

const expand = (device: Device) => <RecordFields<Device> fields={rowFields} row={device} />

/** What the address asks for above the list. */
function Scanning() {
  const { scanning, stopScanning } = useScanMode()
  return (
    scanning && (
      <PartFrame onClose={stopScanning}>
        <ScanToOpen onClose={stopScanning} />
      </PartFrame>
    )
  )
}

/** Devices of the space. Rules, "Devices". */
export default function DeviceList() {
  const canMove = useCapability(MOVE_CAPABILITY)
  const hasState = useCapability(STATE_CAPABILITY)
  const hasConfiguration = useCapability(CONFIGURATION_CAPABILITY)
  const hasValues = useCapability(SERIES_CAPABILITY)
  const hasRollouts = useCapability(ROLLOUTS_CAPABILITY)
  const { values, isChosen, choose } = useShownValues()
  const offered = useMemo(() => {
    const lacking = new Set([
      ...(canMove ? [] : ['moved_at']),
      ...(hasState ? [] : ['contact']),
      ...(hasConfiguration ? [] : ['configuration']),
      ...(hasRollouts ? [] : ['firmware']),
    ])
    const own = columns.filter(({ id }) => !lacking.has(id))
    return hasValues ? own.toSpliced(VALUES_PLACE, 0, ...valueColumnsOf({ values, isChosen, choose })) : own
  }, [canMove, hasState, hasConfiguration, hasRollouts, hasValues, values, isChosen, choose])
  return (
    <ResourceList
      columns={offered}
      defaultSort={SORT}
      expand={expand}
      headerActions={<ExportButton Dialog={DeviceExport} />}
      bulkActions={hasRollouts ? <LaterActions /> : <BulkActions />}
      {...(hasValues && { moreColumns: ColumnChoice })}
      {...(isChosen && { onResetColumns: () => choose(undefined) })}
      notice={hasValues && <ValuesLater />}
      createActions={
        <>
          <IntakeButton />
          <Scanning />
        </>
      }
      guide={<DeviceGuide />}
    />
  )
}
