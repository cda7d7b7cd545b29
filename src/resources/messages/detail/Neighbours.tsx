import OlderIcon from '@mui/icons-material/ChevronLeft'
import NewerIcon from '@mui/icons-material/ChevronRight'
import { Button, ButtonGroup, type ButtonProps } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { ReasonButton } from '../../../components/page'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import type texts from './messages.en'
import { findNewer, findOlder } from './neighbours'

/** Time between two looks for a message after the newest one, in milliseconds; a hidden page does not look. */
const POLL_INTERVAL = 10_000

type NeighbourText = keyof typeof texts.neighbours

interface NeighbourLinkProps extends Pick<ButtonProps, 'startIcon' | 'endIcon'> {
  rel: 'prev' | 'next'
  label: string
  /** What the link leads to, in full. */
  hint: string
  /** Null when there is none; undefined until that is known. */
  message: Message | null | undefined
  /** Why there is nowhere to go. */
  reason: string
}

/** Leads to another message of the device, or says why there is none. */
function NeighbourLink({ rel, label, hint, message, reason, ...icons }: NeighbourLinkProps) {
  const addresses = useAddresses()
  const shared = { ...icons, variant: 'outlined', 'aria-label': hint } as const
  if (!message)
    return (
      <ReasonButton {...shared} reason={reason}>
        {label}
      </ReasonButton>
    )
  return (
    <Button {...shared} component={Link} to={addresses.record('messages', message.id)} rel={rel} title={hint}>
      {label}
    </Button>
  )
}

/** The ways to the messages that the device sent or got before and after this one. */
export function Neighbours({ message }: { message: Message }) {
  const translate = useTranslate()
  const { listMessages } = useSpaceport()
  const text = (key: NeighbourText) => translate(`messages.detail.neighbours.${key}`)
  const older = useQuery({
    queryKey: ['messages', 'older', message.id],
    queryFn: ({ signal }) => findOlder(listMessages, message, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const newer = useQuery({
    queryKey: ['messages', 'newer', message.id],
    queryFn: ({ signal }) => findNewer(listMessages, message, signal),
    refetchInterval: ({ state }) => state.data === null && POLL_INTERVAL,
  })
  const reasonOf = ({ data, isError }: { data?: Message | null; isError: boolean }, end: NeighbourText) => {
    if (isError) return text('failed')
    return data === null ? text(end) : translate('common.loading')
  }
  return (
    <ButtonGroup variant="outlined" aria-label={text('title')}>
      <NeighbourLink
        rel="prev"
        message={older.data}
        reason={reasonOf(older, 'oldest')}
        hint={text('olderHint')}
        startIcon={<OlderIcon />}
        label={text('older')}
      />
      <NeighbourLink
        rel="next"
        message={newer.data}
        reason={reasonOf(newer, 'newest')}
        hint={text('newerHint')}
        endIcon={<NewerIcon />}
        label={text('newer')}
      />
    </ButtonGroup>
  )
}
