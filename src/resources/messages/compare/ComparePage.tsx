import SwapIcon from '@mui/icons-material/SwapHoriz'
import { Box, Button, Link } from '@mui/material'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { Loaded, NotFound, PageHeader, Section, TimeText } from '../../../components/page'
import { RecordFields, type ShownFields } from '../../../components/resource/fields'
import { isMissing } from '../../../dataProvider/client'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { messageFields } from '../fields'
import { BodyDiff, useAddressSwitch } from './BodyDiff'

const { type, direction, device_id } = messageFields
const sideFields = {
  type,
  direction,
  created_at: {
    label: 'messages.createdAt',
    show: ({ created_at }) => <TimeText value={created_at} />,
  },
  device_id,
} satisfies ShownFields<Message>

/** One side of a comparison, with links to the message and its device. */
function MessageSide({ message, title }: { message: Message; title: string }) {
  const translate = useTranslate()
  return (
    <Section
      title={title}
      actions={
        <Link component={RouterLink} to={useAddresses().record('messages', message.id)}>
          {translate('messages.compare.detail')}
        </Link>
      }
    >
      <RecordFields fields={sideFields} row={message} />
    </Section>
  )
}

const olderFirst = (a: Message, b: Message) =>
  a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

/** Two messages and the differences of their bodies; the older one is on the left until they are swapped. */
function Comparison({ messages }: { messages: [Message, Message] }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const [swapped, setSwapped] = useAddressSwitch('swapped', false)
  const [one, other] = messages
  const inOrder = olderFirst(one, other) <= 0
  const [left, right] = inOrder === swapped ? [other, one] : [one, other]
  const [older, newer] = [translate('messages.compare.older'), translate('messages.compare.newer')]
  return (
    <>
      <PageHeader
        title={translate('messages.compare.title')}
        parents={[{ label: translate('messages.title'), to: addresses.list('messages') }]}
        actions={
          <Button startIcon={<SwapIcon />} onClick={() => setSwapped(!swapped)}>
            {translate('messages.compare.swap')}
          </Button>
        }
      />
      <Box sx={{ display: 'grid', columnGap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <MessageSide message={left} title={swapped ? newer : older} />
        <MessageSide message={right} title={swapped ? older : newer} />
      </Box>
      <BodyDiff key={`${left.id} ${right.id}`} {...{ left, right }} />
    </>
  )
}

function MessageNotFound({ reason }: { reason: 'gone' | 'incomplete' }) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate('messages.notFound.title')}
      text={translate(`messages.compare.${reason}`)}
      instead={{ label: translate('messages.notFound.back'), to: useAddresses().list('messages') }}
    />
  )
}

/** Two messages side by side, at an address of its own. Spec 2, section 2, "messages". */
export default function ComparePage() {
  const [search] = useSearchParams()
  const [a, b] = [search.get('a') ?? '', search.get('b') ?? '']
  const isComplete = a !== '' && b !== ''
  const first = useGetOne('messages', { id: a }, { enabled: isComplete })
  const second = useGetOne('messages', { id: b }, { enabled: isComplete })

  if (!isComplete) return <MessageNotFound reason="incomplete" />
  if (isMissing(first.error) || isMissing(second.error)) return <MessageNotFound reason="gone" />
  return (
    <Loaded query={first}>
      {(one) => <Loaded query={second}>{(other) => <Comparison messages={[one, other]} />}</Loaded>}
    </Loaded>
  )
}
