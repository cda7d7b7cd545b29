import FoldIcon from '@mui/icons-material/ChevronRight'
import { IconButton, Link, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Message, MessageEvent } from '#contract/messages'
import { BodyView, parseJson } from '../../../components/json'
import { Loaded, Section, TimeText } from '../../../components/page'
import { useMessageEvents } from '../../../components/routing/MessageConnectors'
import { useConnectors } from '../../../components/routing/RouteList'
import { usePermission } from '../../../dataProvider/account'
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

/** The connector of an event by its name; its id where it has been deleted, or where the person may not see connectors. */
function ConnectorLink({ id, name }: { id: string; name?: string }) {
  const { record } = useAddresses()
  return (
    <Link component={RouterLink} to={record('connectors', id)} title={id}>
      {name ?? id}
    </Link>
  )
}

function NamedConnector({ id }: { id: string }) {
  const { data } = useConnectors()
  return <ConnectorLink id={id} name={data?.find((connector) => connector.id === id)?.name} />
}

function EventConnector({ id }: { id: string }) {
  const Connector = usePermission('space:connector:read') ? NamedConnector : ConnectorLink
  return <Connector id={id} />
}

interface EventRowsProps {
  event: MessageEvent
  isOpen: boolean
  onToggle: () => void
}

/** One event: when, what and by which connector; and what it carries, where it is open. */
function EventRows({ event, isOpen, onToggle }: EventRowsProps) {
  const translate = useTranslate()
  const contentId = useId()
  const connector = event.message_connector_id
  const { functionReturn, body } = contentOf(event)
  const contents = [
    { label: translate('messages.detail.events.functionReturn'), text: functionReturn },
    { label: translate('messages.detail.events.body'), text: body },
  ].filter(({ text }) => text !== null && text !== '')
  const hasContents = contents.length > 0
  const cellStyle = hasContents && isOpen ? { borderBottom: 0 } : undefined
  return (
    <>
      <TableRow hover={hasContents} onClick={hasContents ? onToggle : undefined}>
        <TableCell sx={{ ...cellStyle, width: 40 }} padding="none">
          {hasContents && (
            <IconButton
              size="small"
              aria-expanded={isOpen}
              aria-controls={contentId}
              aria-label={translate('table.details', { label: event.type })}
              onClick={(click) => {
                click.stopPropagation()
                onToggle()
              }}
            >
              <FoldIcon
                fontSize="small"
                sx={{ transform: isOpen ? 'rotate(90deg)' : undefined, transition: 'transform 120ms' }}
              />
            </IconButton>
          )}
        </TableCell>
        <TableCell sx={cellStyle}>
          <TimeText value={event.create_at} />
        </TableCell>
        <TableCell sx={cellStyle}>
          <DottedName name={event.type} />
        </TableCell>
        <TableCell sx={cellStyle} onClick={(click) => click.stopPropagation()}>
          {connector ? <EventConnector id={connector} /> : '–'}
        </TableCell>
      </TableRow>
      {hasContents && isOpen && (
        <TableRow id={contentId}>
          <TableCell colSpan={4} sx={{ pt: 0 }}>
            {contents.map(({ label, text }) => (
              <BodyView key={label} compact text={text} label={label} />
            ))}
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

/** What happened to a message: its way to the device, and its deliveries. One event is open at a time. Spec 2, section 2. */
export function EventsSection({ message }: { message: Message }) {
  const translate = useTranslate()
  const query = useMessageEvents(message)
  const [openId, setOpenId] = useState<string | null>(null)
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
                  <TableCell component="td" padding="none" sx={{ width: 40 }} />
                  {(['time', 'type', 'connector'] as const).map((column) => (
                    <TableCell key={column}>{translate(`messages.detail.events.${column}`)}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {events.map((event) => (
                  <EventRows
                    key={event.id}
                    event={event}
                    isOpen={event.id === openId}
                    onToggle={() => setOpenId(event.id === openId ? null : event.id)}
                  />
                ))}
              </TableBody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  )
}
