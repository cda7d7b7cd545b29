import { Link, styled, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { DAY } from '#contract/common/durations'
import type { Device } from '#contract/devices'
import { FIRST_MESSAGE_AT, type Message, messagesApi } from '#contract/messages'
import { serverNow } from '../../../clock'
import { MessageTime } from '../../../components/message/MessageTime'
import { Summary } from '../../../components/message/Summary'
import { Loaded, Outline, RelativeTime, Section } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/answers'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { TOUCH } from '../../../theme/theme'
import { useTranslate } from '../history/texts'

/** Number of messages, and milliseconds between two polls. */
const COUNT = 5
const POLL = 15_000
/** Milliseconds after which messages are marked as older. */
const RECENT = DAY

const isRecent = ({ created_at }: Message) => Date.parse(created_at) > serverNow() - RECENT

const Lines = styled('ul')(({ theme }) => ({
  '--lines': 1,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  li: {
    display: 'grid',
    gridTemplateColumns: '9em minmax(0, 1fr)',
    [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
    columnGap: theme.spacing(2),
    alignItems: 'baseline',
    padding: theme.spacing(0.5, 0),
    [TOUCH]: { paddingBlock: 10 },
  },
}))

/** Newest messages of a device; each links to its page. */
export default function LastMessages({ device }: { device: Device }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  const query = useAnswer(messagesApi.list, {
    query: { device_id: device.id, after: FIRST_MESSAGE_AT, limit: COUNT },
    refetchInterval: POLL,
  })
  return (
    <Section title={translate('devices.history.values.overview.messages')}>
      <Loaded query={query} outline={<Outline height={152} />}>
        {(messages) =>
          messages.length === 0 ? (
            <Typography>{translate('devices.history.values.overview.noMessages')}</Typography>
          ) : (
            <>
              {!messages.some(isRecent) && (
                <Typography variant="body2" color="text.secondary">
                  {translate('devices.history.values.overview.earlier')}
                </Typography>
              )}
              <Lines>
                {messages.map((message) => (
                  <li key={message.id}>
                    <div>
                      <MessageTime message={message}>
                        <Link
                          component={RouterLink}
                          to={addresses.record('messages', message.id)}
                          variant="body2"
                        >
                          <RelativeTime value={message.created_at} />
                        </Link>
                      </MessageTime>
                    </div>
                    <Summary message={message} />
                  </li>
                ))}
              </Lines>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
