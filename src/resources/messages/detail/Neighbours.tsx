import OlderIcon from '@mui/icons-material/ChevronLeft'
import NewerIcon from '@mui/icons-material/ChevronRight'
import { Button, ButtonGroup } from '@mui/material'
import { type UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Message, messagesApi } from '#contract/messages'
import { ReasonButton } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { useListMessages } from '../../../dataProvider/messagePages'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { msg, useTranslate } from '../texts'
import { findNewer, findOlder } from './neighbours'

/** Milliseconds between two polls for a message after the newest one; a hidden page does not poll. */
const POLL_INTERVAL = 10_000

const NEIGHBOURS = {
  older: { rel: 'prev', end: 'oldest', icon: { startIcon: <OlderIcon /> } },
  newer: { rel: 'next', end: 'newest', icon: { endIcon: <NewerIcon /> } },
} as const

interface NeighbourLinkProps {
  name: keyof typeof NEIGHBOURS
  /** Null if there is no message, undefined while unknown. */
  query: Pick<UseQueryResult<Message | null>, 'data' | 'isError'>
}

/** Links to another message of the device, or says why there is none. */
function NeighbourLink({ name, query: { data, isError } }: NeighbourLinkProps) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { rel, end, icon } = NEIGHBOURS[name]
  const label = translate(`messages.detail.neighbours.${name}`)
  const hint = translate(`messages.detail.neighbours.${name}Hint`)
  const shared = { ...icon, variant: 'outlined', 'aria-label': hint } as const
  if (data)
    return (
      <Button {...shared} component={Link} to={addresses.record('messages', data.id)} rel={rel} title={hint}>
        {label}
      </Button>
    )
  const known = data === null ? msg(`messages.detail.neighbours.${end}`) : 'common.loading'
  return (
    <ReasonButton {...shared} reason={translate(isError ? 'messages.detail.neighbours.failed' : known)}>
      {label}
    </ReasonButton>
  )
}

/** Links to the device's previous and next message. */
export function Neighbours({ message }: { message: Message }) {
  const translate = useTranslate()
  const listMessages = useListMessages()
  const older = useRead(
    messagesApi.list,
    { olderThan: message.id },
    (signal) => findOlder(listMessages, message, signal),
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const newer = useRead(
    messagesApi.list,
    { newerThan: message.id },
    (signal) => findNewer(listMessages, message, signal),
    { refetchInterval: ({ state }) => state.data === null && POLL_INTERVAL },
  )
  return (
    <ButtonGroup variant="outlined" aria-label={translate('messages.detail.neighbours.title')}>
      <NeighbourLink name="older" query={older} />
      <NeighbourLink name="newer" query={newer} />
    </ButtonGroup>
  )
}
