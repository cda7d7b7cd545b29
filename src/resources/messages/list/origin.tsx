import AddIcon from '@mui/icons-material/Add'
import DeviceIcon from '@mui/icons-material/Memory'
import SearchIcon from '@mui/icons-material/Search'
import ChartIcon from '@mui/icons-material/ShowChart'
import ConsoleIcon from '@mui/icons-material/TerminalOutlined'
import { Button, IconButton } from '@mui/material'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { MESSAGE_SEARCH_CAPABILITY } from '#contract/messageSearch/capability'
import { downlinkPermission } from '#contract/messages'
import { msg as contactMsg } from '../../../components/contact/texts'
import { ExportButton } from '../../../components/export/ExportButton'
import { lazyPart } from '../../../components/lazyPart'
import { NotFound, ReasonButton, setParameter, useCurrentAddress } from '../../../components/page'
import { msg as word } from '../../../components/words/texts'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { isMissing } from '../../../dataProvider/client'
import { useGetMany, useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'

/** Milliseconds between two checks that the device still exists; a hidden page does not poll. */
const POLL = { refetchInterval: 15_000 }

const ExportDialog = lazyPart(() => import('../export/ExportDialog'))

/**
 * Owner of the messages: the device or tag in `deviceId` and `tagId` of the address; `missing` says which of them the
 * space does not have. Rules, "Messages".
 */
export function useOrigin() {
  const translate = useTranslate()
  const [search] = useSearchParams()
  const deviceId = search.get('deviceId')
  const tagId = search.get('tagId')
  const device = useGetOne('devices', { id: deviceId ?? '' }, { enabled: deviceId !== null, ...POLL })
  const tags = useGetMany('tags', { ids: tagId === null ? [] : [tagId] }, { enabled: tagId !== null })
  const tag = tags.data?.find((found) => found?.id === tagId)
  const filter = useMemo(
    () => ({ ...(deviceId && { device_id: deviceId }), ...(tagId && { tag_id: tagId }) }),
    [deviceId, tagId],
  )

  const title = () => {
    if (deviceId) return translate('messages.list.fromDevice', { name: device.data?.name ?? deviceId })
    return tagId ? translate('messages.list.fromTag', { name: tag?.name ?? tagId }) : undefined
  }
  const missing = (): 'device' | 'tag' | undefined => {
    if (deviceId && isMissing(device.error)) return 'device'
    return tagId && tags.isSuccess && !tag ? 'tag' : undefined
  }
  const isLoading = device.isLoading || tags.isLoading
  return { deviceId, tagId, filter, isLoading, missing: missing(), title: title() }
}

/** Shown for a device or tag that this space does not have. */
export function OriginMissing({ kind }: { kind: 'device' | 'tag' }) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate(`messages.list.missing.${kind}`)}
      text={translate('messages.list.missing.text')}
      instead={{ label: translate('messages.list.missing.all'), to: useAddresses().list('messages') }}
    />
  )
}

/** Link to the chart of a device's or tag's data; for system administrators only. Rules, "Dashboard". */
function DashboardButton({ query }: { query: { deviceId: string } | { tagId: string } }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  if (!usePermission('admin:access')) return null
  return (
    <Button component={Link} to={addresses.dashboard(query)} variant="outlined" startIcon={<ChartIcon />}>
      {translate('messages.list.dashboard')}
    </Button>
  )
}

/** Links from the messages of a device to its console, its page, and a new message. Rules, "Messages". */
function DeviceActions({ deviceId }: { deviceId: string }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const config = usePermission(downlinkPermission('config', 'create'))
  const data = usePermission(downlinkPermission('data', 'create'))
  const shell = usePermission(downlinkPermission('shell', 'create'))
  const console = translate('messages.list.console')
  const create = { variant: 'contained', startIcon: <AddIcon /> } as const
  // The list reads it too.
  const hasMoved = Boolean(useGetOne('devices', { id: deviceId }).data?.moved_at)
  return (
    <>
      {!hasMoved && (
        <IconButton component={Link} to={addresses.console(deviceId)} aria-label={console} title={console}>
          <ConsoleIcon />
        </IconButton>
      )}
      <Button
        component={Link}
        to={addresses.record('devices', deviceId)}
        variant="outlined"
        startIcon={<DeviceIcon />}
      >
        {translate(word('words.message.device'))}
      </Button>
      {(config || data || shell) && !hasMoved ? (
        <Button component={Link} to={addresses.createMessage(deviceId)} {...create}>
          {translate('messages.list.create')}
        </Button>
      ) : (
        <ReasonButton
          reason={translate(hasMoved ? contactMsg('contact.movedAway') : 'common.notPermitted')}
          {...create}
        >
          {translate('messages.list.create')}
        </ReasonButton>
      )}
    </>
  )
}

/** Opens the search in the bodies of these messages. */
function SearchButton() {
  const translate = useTranslate()
  const { push } = useCurrentAddress()
  const label = translate('messages.list.search')
  if (!useCapability(MESSAGE_SEARCH_CAPABILITY)) return null
  return (
    <IconButton
      aria-label={label}
      title={label}
      onClick={() => push((parameters) => setParameter(parameters, 'search', ''))}
    >
      <SearchIcon />
    </IconButton>
  )
}

export function HeaderActions({ deviceId, tagId }: { deviceId: string | null; tagId: string | null }) {
  return (
    <>
      <SearchButton />
      <ExportButton Dialog={ExportDialog} />
      {(deviceId || tagId) && <DashboardButton query={deviceId ? { deviceId } : { tagId: tagId ?? '' }} />}
      {deviceId && <DeviceActions deviceId={deviceId} />}
    </>
  )
}
