import OlderIcon from '@mui/icons-material/ChevronLeft'
import NewerIcon from '@mui/icons-material/ChevronRight'
import { ButtonGroup } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Message } from '#contract/messages'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { NeighbourLink } from './NeighbourLink'
import { findNewer, findOlder } from './neighbours'

/** Time between two looks for a message after the newest one, in milliseconds; a hidden page does not look. */
const POLL_INTERVAL = 10_000

/** The ways to the messages that the device sent or got before and after this one. */
export function Neighbours({ message }: { message: Message }) {
  const translate = useTranslate()
  const { listMessages } = useSpaceport()
  const text = (key: string) => translate(`messages.detail.neighbours.${key}`)
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
  const reasonOf = ({ data, isError }: { data?: Message | null; isError: boolean }, end: string) => {
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
