import { Box, Button, Link, MenuItem, styled, TextField, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { Link as RouterLink, useSearchParams } from 'react-router-dom'
import { DAY } from '#contract/common/durations'
import { messageSearchApi, parseSearch } from '#contract/messageSearch'
import { FIRST_MESSAGE_AT } from '#contract/messages'
import { formatTime, serverNow, useClock } from '../../../clock'
import { DirectionText } from '../../../components/message/Direction'
import { MessageTime } from '../../../components/message/MessageTime'
import { DeviceLabel, Summary } from '../../../components/message/Summary'
import {
  Loaded,
  Outline,
  PageHeader,
  Section,
  setParameter,
  TimeText,
  useCurrentAddress,
} from '../../../components/page'
import { useAnswerPages } from '../../../dataProvider/answerPages'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import type { Texts } from '../../../i18n'
import { textsOf } from '../../../i18n/translate'
import type en from './messages.en'

interface SearchTexts extends Texts<{ 'messages.search': typeof en }> {}
const { useTranslate } = textsOf<SearchTexts>('messages.search')

/** Days of each time range. */
const RANGES = { all: null, day: 1, week: 7, month: 30 } as const
type RangeName = keyof typeof RANGES
const isRange = (name: string | null): name is RangeName => name !== null && name in RANGES
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

/** Messages of a part of the result. */
const SIZE = 20

const Found = styled('ul')(({ theme }) => ({
  '--lines': 1,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '12em 18em minmax(0, 1fr)',
    [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    columnGap: theme.spacing(2),
    alignItems: 'baseline',
    padding: theme.spacing(1, 0),
    borderTop: `1px solid ${theme.palette.divider}`,
  },
}))

interface SearchProps {
  /** What is looked for; empty before anything was typed. */
  text: string
  /** The device or tag of the messages. */
  filter: { device_id?: string; tag_id?: string }
  title: string | undefined
}

/** What is typed, with its fault. It is looked for when the person says so, because a search reads much. */
function SearchForm({ text, range }: { text: string; range: RangeName }) {
  const translate = useTranslate()
  const { replace } = useCurrentAddress()
  const [typed, setTyped] = useState(text)
  const [isTried, setTried] = useState(false)
  const parsed = typed.trim() === '' ? null : parseSearch(typed)
  const fault = isTried && typeof parsed === 'string' ? translate(`messages.search.faults.${parsed}`) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (parsed !== null && typeof parsed !== 'string')
      replace((parameters) => setParameter(parameters, 'search', typed.trim()))
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, mb: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'start' }}>
        <TextField
          type="search"
          label={translate('messages.search.label')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={fault !== null}
          helperText={fault ?? translate('messages.search.hint')}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 255 } }}
          sx={{ flex: '1 1 320px' }}
        />
        <TextField
          select
          label={translate('messages.search.range')}
          value={range}
          onChange={({ target }) => replace((parameters) => setParameter(parameters, 'range', target.value))}
          sx={{ minWidth: 180 }}
        >
          {RANGE_NAMES.map((name) => (
            <MenuItem key={name} value={name}>
              {translate(`messages.search.ranges.${name}`)}
            </MenuItem>
          ))}
        </TextField>
        <Button type="submit" variant="contained" sx={{ mt: 0.5 }}>
          {translate('messages.search.submit')}
        </Button>
      </Box>
    </Box>
  )
}

function Results({ text, filter, range }: Pick<SearchProps, 'text' | 'filter'> & { range: RangeName }) {
  const translate = useTranslate()
  const clock = useClock()
  const addresses = useAddresses()
  const { ask } = useSpaceport()
  const days = RANGES[range]
  const query = useAnswerPages(
    messageSearchApi.search,
    { text, filter, range },
    async (cursor, signal) => {
      const after = days === null ? FIRST_MESSAGE_AT : new Date(serverNow() - days * DAY).toISOString()
      const part = { ...filter, text, after, cursor, limit: SIZE }
      return [await ask(messageSearchApi.search, { query: part, signal })]
    },
    { size: 1, cursorAfter: ({ next }) => next ?? undefined },
  )
  return (
    <Loaded query={query} outline={<Outline height={200} />}>
      {({ pages }) => {
        const parts = pages.flat()
        const found = parts.flatMap(({ messages }) => messages)
        const last = parts.at(-1)
        const time = last?.looked_back_to ? formatTime(Date.parse(last.looked_back_to), clock) : null
        const count = { smart_count: found.length }
        return (
          <>
            <Typography role="status" color="text.secondary" sx={{ mb: 1 }}>
              {time === null
                ? translate('messages.search.lookedAll', count)
                : translate('messages.search.looked', { ...count, time })}
            </Typography>
            {found.length === 0 && (
              <Typography sx={{ mb: 1 }}>
                {translate(time === null ? 'messages.search.noneAtAll' : 'messages.search.none')}
              </Typography>
            )}
            <Found>
              {found.map((message) => (
                <li key={message.id}>
                  <MessageTime message={message}>
                    <Link
                      component={RouterLink}
                      to={addresses.record('messages', message.id)}
                      variant="body2"
                    >
                      <TimeText value={message.created_at} />
                    </Link>
                  </MessageTime>
                  <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                    <DirectionText direction={message.direction} /> <DeviceLabel message={message} />
                  </Box>
                  <Summary message={message} />
                </li>
              ))}
            </Found>
            {query.hasNextPage && (
              <Button
                onClick={() => void query.fetchNextPage()}
                loading={query.isFetchingNextPage}
                variant="outlined"
                sx={{ mt: 2 }}
              >
                {translate('messages.search.further')}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** The search in the bodies of messages of the space, a device or a tag. Rules, "Messages". */
export default function MessageSearch({ text, filter, title }: SearchProps) {
  const translate = useTranslate()
  const { push } = useCurrentAddress()
  const given = useSearchParams()[0].get('range')
  const range = isRange(given) ? given : 'all'
  const leave = () =>
    push((parameters) => {
      for (const name of ['search', 'range']) parameters.delete(name)
    })
  const name = translate('messages.search.title')
  return (
    <>
      <PageHeader
        title={title === undefined ? name : `${name}: ${title}`}
        actions={
          <Button variant="outlined" onClick={leave}>
            {translate('messages.search.back')}
          </Button>
        }
      />
      <Section>
        <SearchForm text={text} range={range} />
        {text !== '' && <Results key={text} text={text} filter={filter} range={range} />}
      </Section>
    </>
  )
}
