import SwapIcon from '@mui/icons-material/SwapHoriz'
import { Box, Button, Link } from '@mui/material'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import type { Message } from '#contract/messages'
import type { CompareOptions } from '../../../components/diff/compareBodies'
import { Field, FieldList, Loaded, NotFound, PageHeader, Section, TimeText } from '../../../components/page'
import { isMissing } from '../../../dataProvider/client'
import { useGetOne } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { DirectionText } from '../DirectionText'
import { BodyDiff } from './BodyDiff'

/** The switches of a comparison; the address contains those that differ from here. */
const SWITCHES = { ignoreVolatile: false, sortKeys: true, swapped: false }
type Switches = typeof SWITCHES

/** The address of a comparison: the two messages, and how they are compared and shown. */
function useCompareAddress() {
  const [search, setSearch] = useSearchParams()
  const is = (name: keyof Switches) => (search.get(name) ?? String(SWITCHES[name])) === 'true'
  const options: CompareOptions = { ignoreVolatile: is('ignoreVolatile'), sortKeys: is('sortKeys') }
  const change = (name: keyof Switches, value: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === SWITCHES[name]) next.delete(name)
        else next.set(name, String(value))
        return next
      },
      { replace: true },
    )
  return { a: search.get('a') ?? '', b: search.get('b') ?? '', options, swapped: is('swapped'), change }
}

/** One side of a comparison, with links to the message and its device. */
function MessageSide({ message, title }: { message: Message; title: string }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const { id, type, direction, created_at, device_id, device_name, device_serial_number } = message
  return (
    <Section
      title={title}
      actions={
        <Link component={RouterLink} to={record('messages', id)}>
          {translate('messages.compare.detail')}
        </Link>
      }
    >
      <FieldList>
        <Field label={translate('messages.type')}>{translate(`messages.types.${type}`)}</Field>
        <Field label={translate('messages.direction')}>
          <DirectionText direction={direction} />
        </Field>
        <Field label={translate('messages.createdAt')}>
          <TimeText value={created_at} />
        </Field>
        <Field label={translate('messages.device')}>
          <Link component={RouterLink} to={record('devices', device_id)}>
            {device_name ?? device_serial_number ?? device_id}
          </Link>
        </Field>
      </FieldList>
    </Section>
  )
}

const olderFirst = (a: Message, b: Message) =>
  a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

/** Two messages and the differences of their bodies; the older one is on the left until they are swapped. */
function Comparison({ messages }: { messages: [Message, Message] }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const { options, swapped, change } = useCompareAddress()
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
          <Button startIcon={<SwapIcon />} onClick={() => change('swapped', !swapped)}>
            {translate('messages.compare.swap')}
          </Button>
        }
      />
      <Box sx={{ display: 'grid', columnGap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <MessageSide message={left} title={swapped ? newer : older} />
        <MessageSide message={right} title={swapped ? older : newer} />
      </Box>
      <BodyDiff key={`${left.id} ${right.id}`} {...{ left, right, options }} onChange={change} />
    </>
  )
}

function MessageNotFound({ text }: { text: 'text' | 'incomplete' }) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate('messages.compare.notFound.title')}
      text={translate(`messages.compare.notFound.${text}`)}
      instead={{
        label: translate('messages.compare.notFound.back'),
        to: useAddresses().list('messages'),
      }}
    />
  )
}

/** Two messages side by side, at an address of its own. Spec 2, section 2, "messages". */
export default function ComparePage() {
  const { a, b } = useCompareAddress()
  const isComplete = a !== '' && b !== ''
  const first = useGetOne('messages', { id: a }, { enabled: isComplete })
  const second = useGetOne('messages', { id: b }, { enabled: isComplete })

  if (!isComplete) return <MessageNotFound text="incomplete" />
  if (isMissing(first.error) || isMissing(second.error)) return <MessageNotFound text="text" />
  return (
    <Loaded query={first}>
      {(one) => <Loaded query={second}>{(other) => <Comparison messages={[one, other]} />}</Loaded>}
    </Loaded>
  )
}
