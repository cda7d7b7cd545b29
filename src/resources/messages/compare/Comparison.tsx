import SwapIcon from '@mui/icons-material/SwapHoriz'
import { Box, Button, Link, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { MessageTime } from '../../../components/message/MessageTime'
import { Section, useAddressSwitch } from '../../../components/page'
import { RecordFields, type ShownFields } from '../../../components/resource/fields'
import { isMissing } from '../../../dataProvider/client'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { TOP_BAR_HEIGHT } from '../../../theme/theme'
import { messageFields } from '../fields'
import { msg, useTranslate } from '../texts'
import { BodyDiff } from './BodyDiff'
import { gapText } from './gap'

/** Padding above a dialog's content, in px: the sticky bar compensates it. */
const DIALOG_PADDING = 16

const { type, direction, device_id } = messageFields
const sideFields = {
  type,
  direction,
  created_at: {
    label: msg('messages.createdAt'),
    show: (message) => <MessageTime message={message} />,
  },
  device_id,
} satisfies ShownFields<Message>

/** One message of a comparison, with links to it and its device. */
function MessageSide({ message, title }: { message: Message; title: string }) {
  const translate = useTranslate()
  return (
    <Section
      title={title}
      actions={
        <Link component={RouterLink} to={useAddresses().record('messages', message.id)} sx={{ py: 1 }}>
          {translate('messages.compare.detail')}
        </Link>
      }
    >
      <Box sx={{ '& > dl': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } }}>
        <RecordFields fields={sideFields} row={message} />
      </Box>
    </Section>
  )
}

const olderFirst = (a: Message, b: Message) =>
  a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

/** Time between the two messages. */
function Gap({ messages: [one, other] }: { messages: readonly [Message, Message] }) {
  const translate = useTranslate()
  const locale = useLocale()
  const gap = Math.abs(Date.parse(one.created_at) - Date.parse(other.created_at))
  return (
    <Typography sx={{ mr: 'auto' }}>
      {gap === 0
        ? translate('messages.compare.sameTime')
        : translate('messages.compare.gap', { gap: gapText(gap, locale) })}
    </Typography>
  )
}

export function SwapButton() {
  const translate = useTranslate()
  const [swapped, setSwapped] = useAddressSwitch('swapped', false)
  return (
    <Button startIcon={<SwapIcon />} onClick={() => setSwapped(!swapped)}>
      {translate('messages.compare.swap')}
    </Button>
  )
}

/** Loads two messages by id; an id may be empty. */
export function useCompared(a: string, b: string) {
  const isComplete = a !== '' && b !== ''
  const first = useGetOne('messages', { id: a }, { enabled: isComplete })
  const second = useGetOne('messages', { id: b }, { enabled: isComplete })
  const isGone = isMissing(first.error) || isMissing(second.error)
  return { isComplete, isGone, first, second }
}

interface ComparisonProps {
  messages: readonly [Message, Message]
  isInDialog?: boolean
}

/** Two messages and the differences of their bodies; the older one is on the left unless they are swapped. */
export function Comparison({ messages, isInDialog = false }: ComparisonProps) {
  const translate = useTranslate()
  const [swapped] = useAddressSwitch('swapped', false)
  const [one, other] = messages
  const inOrder = olderFirst(one, other) <= 0
  const [left, right] = inOrder === swapped ? [other, one] : [one, other]
  const [older, newer] = [translate('messages.compare.older'), translate('messages.compare.newer')]
  return (
    <Box sx={{ '--bar-top': isInDialog ? `-${DIALOG_PADDING}px` : `${TOP_BAR_HEIGHT}px` }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mb: 2 }}>
        <Gap messages={messages} />
        {isInDialog && <SwapButton />}
      </Box>
      <Box
        sx={{
          display: 'grid',
          columnGap: { xs: 2, md: 3 },
          gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <MessageSide message={left} title={swapped ? newer : older} />
        <MessageSide message={right} title={swapped ? older : newer} />
      </Box>
      <BodyDiff key={`${left.id} ${right.id}`} {...{ left, right, isInDialog }} />
    </Box>
  )
}
