import FoldIcon from '@mui/icons-material/ChevronRight'
import {
  Box,
  IconButton,
  type IconButtonProps,
  Link,
  Table,
  TableBody,
  TableCell,
  type TableCellProps,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
} from '@mui/material'
import { Fragment, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { LIST_LIMIT } from '#contract/common'
import type { Message, MessageEvent } from '#contract/messages'
import { BodyView, parseJson } from '../../../components/json'
import { Loaded, Section, TimeText } from '../../../components/page'
import { useMessageEvents } from '../../../components/routing/MessageConnectors'
import { useConnectors } from '../../../components/routing/RouteList'
import { usePermission } from '../../../dataProvider/account'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { PHONE_QUERY } from '../../../theme/theme'
import { useTranslate } from '../texts'
import { type EventLine, foldEvents } from './fold'

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function memberOf(text: string | null, name: string): unknown {
  const value = text === null ? undefined : parseJson(text)
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/**
 * Content of an event as texts: its body, and the return value of the connector's function, which some servers put into
 * the body. Rules, "Messages".
 */
export function contentOf({ function_return, body }: MessageEvent) {
  const text = textOf(body)
  return { functionReturn: function_return ?? textOf(memberOf(text, 'function_return')), body: text }
}

/** A dotted name that may wrap after its first dot. */
function DottedName({ name }: { name: string }) {
  const [group, ...rest] = name.split('.')
  if (rest.length === 0) return <span>{group}</span>
  return (
    <>
      <span>{`${group}.`}</span>
      <wbr />
      <span>{rest.join('.')}</span>
    </>
  )
}

/** Name of an event's connector; its id if it was deleted, or if the person may not see connectors. */
function ConnectorLink({ id, name }: { id: string; name?: string }) {
  const { record } = useAddresses()
  return (
    <Link
      component={RouterLink}
      to={record('connectors', id)}
      title={id}
      onClick={(click: MouseEvent) => click.stopPropagation()}
    >
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

/** A phone has no room for a column of connectors: they are below the names of the events. */
const useHasConnectorColumn = () => !useMediaQuery(PHONE_QUERY, { noSsr: true })

interface WhatCellsProps extends Pick<TableCellProps, 'sx'> {
  type: string
  /** Content below the name of the event. */
  note?: ReactNode
  connector: ReactNode
}

/** Type of the event, and its connector. */
function WhatCells({ type, note, connector, sx }: WhatCellsProps) {
  const hasConnectorColumn = useHasConnectorColumn()
  return (
    <>
      <TableCell sx={sx}>
        <DottedName name={type} />
        {note}
        {!hasConnectorColumn && <div>{connector}</div>}
      </TableCell>
      {hasConnectorColumn && <TableCell sx={sx}>{connector}</TableCell>}
    </>
  )
}

/** For the column with the buttons; inner rows have them at its end. */
const FIRST_CELL = { width: 52 }

interface RowProps {
  isOpen: boolean
  onToggle: () => void
}

/** Button that expands a row. */
function FoldButton({ isOpen, onToggle, ...props }: RowProps & IconButtonProps) {
  return (
    <IconButton
      size="small"
      aria-expanded={isOpen}
      onClick={(click) => {
        click.stopPropagation()
        onToggle()
      }}
      {...props}
    >
      <FoldIcon
        fontSize="small"
        sx={{ transform: isOpen ? 'rotate(90deg)' : undefined, transition: 'transform 120ms' }}
      />
    </IconButton>
  )
}

interface EventRowsProps extends RowProps {
  event: MessageEvent
  /** Whether it belongs to the row above it. */
  isInner?: boolean
}

/** One event: its time, type and connector; and its content if it is expanded. */
function EventRows({ event, isInner = false, isOpen, onToggle }: EventRowsProps) {
  const translate = useTranslate()
  const hasConnectorColumn = useHasConnectorColumn()
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
        <TableCell sx={{ ...cellStyle, ...FIRST_CELL }} padding="none" align={isInner ? 'right' : undefined}>
          {hasContents && (
            <FoldButton
              {...{ isOpen, onToggle }}
              aria-controls={contentId}
              aria-label={translate('table.details', { label: event.type })}
            />
          )}
        </TableCell>
        <TableCell sx={cellStyle}>
          <TimeText value={event.create_at} />
        </TableCell>
        <WhatCells
          sx={cellStyle}
          type={event.type}
          connector={!isInner && connector && <EventConnector id={connector} />}
        />
      </TableRow>
      {hasContents && isOpen && (
        <TableRow id={contentId}>
          <TableCell colSpan={hasConnectorColumn ? 4 : 3} sx={{ pt: 0 }}>
            {contents.map(({ label, text }) => (
              <BodyView key={label} compact text={text} label={label} />
            ))}
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

interface FoldedRowProps extends RowProps {
  line: EventLine
}

/** All events of a connector in one row: the latest one, and their number. */
function FoldedRow({ line: { latest, events }, isOpen, onToggle }: FoldedRowProps) {
  const translate = useTranslate()
  const id = useId()
  return (
    <TableRow hover onClick={onToggle}>
      <TableCell sx={FIRST_CELL} padding="none">
        <FoldButton {...{ isOpen, onToggle }} aria-labelledby={`${id}-count ${id}-connector`} />
      </TableCell>
      <TableCell>
        <TimeText value={latest.create_at} />
      </TableCell>
      <WhatCells
        type={latest.type}
        note={
          <Box id={`${id}-count`} sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {translate('messages.detail.events.latestOf', { smart_count: events.length })}
          </Box>
        }
        connector={
          <span id={`${id}-connector`}>
            <EventConnector id={latest.message_connector_id ?? ''} />
          </span>
        }
      />
    </TableRow>
  )
}

/** Events of a message: its way to the device, and its deliveries. One is expanded at a time. Rules, "Messages". */
export function EventsSection({ message }: { message: Message }) {
  const translate = useTranslate()
  const query = useMessageEvents(message)
  const columns = useHasConnectorColumn()
    ? (['time', 'type', 'connector'] as const)
    : (['time', 'type'] as const)
  const [openId, setOpenId] = useState<string | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string | null>>(new Set())
  const fold = (connector: string | null) =>
    setUnfolded((old) =>
      old.has(connector) ? new Set([...old].filter((id) => id !== connector)) : new Set([...old, connector]),
    )
  return (
    <Section title={translate('messages.detail.events.title')}>
      <Loaded query={query}>
        {({ events }) =>
          events.length === 0 ? (
            translate('messages.detail.events.none')
          ) : (
            <>
              {events.length >= LIST_LIMIT && (
                <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
                  {translate('messages.detail.events.limited', { max: LIST_LIMIT })}
                </Typography>
              )}
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
                    <TableCell component="td" padding="none" sx={FIRST_CELL} />
                    {columns.map((column) => (
                      <TableCell key={column}>{translate(`messages.detail.events.${column}`)}</TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {foldEvents(events).map((line) => {
                    const connector = line.latest.message_connector_id
                    const isFolded = line.events.length > 1
                    const isUnfolded = unfolded.has(connector)
                    return (
                      <Fragment key={line.events[0]?.id}>
                        {isFolded && (
                          <FoldedRow line={line} isOpen={isUnfolded} onToggle={() => fold(connector)} />
                        )}
                        {(!isFolded || isUnfolded) &&
                          line.events.map((event) => (
                            <EventRows
                              key={event.id}
                              event={event}
                              isInner={isFolded}
                              isOpen={event.id === openId}
                              onToggle={() => setOpenId(event.id === openId ? null : event.id)}
                            />
                          ))}
                      </Fragment>
                    )
                  })}
                </TableBody>
              </Table>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
