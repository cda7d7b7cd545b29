import { Link, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import type { Message, MessageEvent } from '#contract/messages'
import { BodyView, parseJson } from '../../../components/json'
import { Loaded, Section, TimeText } from '../../../components/page'
import { useMessageEvents } from '../../../components/routing/MessageConnectors'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function memberOf(text: string | null, name: string): unknown {
  const value = text === null ? undefined : parseJson(text)
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/**
 * What an event carries, as texts: its body, and what the connector's function returned, which a server may answer within
 * the body. Spec 2, section 3.
 */
export function contentOf({ function_return, body }: MessageEvent) {
  const text = textOf(body)
  return { functionReturn: function_return ?? textOf(memberOf(text, 'function_return')), body: text }
}

/** A dotted name, which may go on in the next line after its first dot. */
function DottedName({ name }: { name: string }) {
  const [group, ...rest] = name.split('.')
  if (rest.length === 0) return group
  return (
    <>
      {group}.<wbr />
      {rest.join('.')}
    </>
  )
}

/** One event: when, what and by which connector, and below it what it carries. */
function EventRows({ event }: { event: MessageEvent }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  const connector = event.message_connector_id
  const { functionReturn, body } = contentOf(event)
  const contents = [
    { label: translate('messages.detail.events.functionReturn'), text: functionReturn },
    { label: translate('messages.detail.events.body'), text: body },
  ].filter(({ text }) => text !== null && text !== '')
  const cellStyle = contents.length > 0 ? { borderBottom: 0 } : undefined
  return (
    <>
      <TableRow>
        <TableCell sx={cellStyle}>
          <TimeText value={event.create_at} />
        </TableCell>
        <TableCell sx={cellStyle}>
          <DottedName name={event.type} />
        </TableCell>
        <TableCell sx={cellStyle}>
          {connector ? (
            <Link component={RouterLink} to={record('connectors', connector)} title={connector}>
              {connector}
            </Link>
          ) : (
            '–'
          )}
        </TableCell>
      </TableRow>
      {contents.length > 0 && (
        <TableRow>
          <TableCell colSpan={3} sx={{ pt: 0 }}>
            {contents.map(({ label, text }) => (
              <BodyView key={label} compact text={text} label={label} />
            ))}
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

/** What happened to a message: its way to the device, and its deliveries. Spec 2, section 2. */
export function EventsSection({ message }: { message: Message }) {
  const translate = useTranslate()
  const query = useMessageEvents(message)
  return (
    <Section title={translate('messages.detail.events.title')}>
      <Loaded query={query}>
        {({ events }) =>
          events.length === 0 ? (
            translate('messages.detail.events.none')
          ) : (
            <Table
              size="small"
              aria-label={translate('messages.detail.events.title')}
              sx={{
                tableLayout: { xs: 'fixed', sm: 'auto' },
                '& td, & th': { px: { xs: 0.5, sm: 2 }, overflowWrap: 'anywhere' },
                '& th:nth-of-type(2)': { width: { xs: '42%', sm: 'auto' } },
              }}
            >
              <TableHead>
                <TableRow>
                  {(['time', 'type', 'connector'] as const).map((column) => (
                    <TableCell key={column}>{translate(`messages.detail.events.${column}`)}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {events.map((event) => (
                  <EventRows key={event.id} event={event} />
                ))}
              </TableBody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}
