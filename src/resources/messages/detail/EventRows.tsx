import { Link, TableCell, TableRow } from '@mui/material'
import { useResourceDefinitions } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { MessageEvent } from '#contract/messages'
import { BodyView } from '../../../components/json'
import { CopyText, TimeText } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { contentOf } from './events'

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

/** A connector of an event, by its id: a link where the console has connectors. */
function Connector({ id }: { id: string }) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const hasPage = useResourceDefinitions().connectors?.hasEdit ?? false
  if (!hasPage) return <CopyText short value={id} what={translate('messages.detail.events.connector')} />
  return (
    <Link component={RouterLink} to={`/space/${spaceId}/connectors/${id}`} title={id}>
      {id}
    </Link>
  )
}

/** One event: when, what and by which connector, and below it what it carries. */
export function EventRows({ event }: { event: MessageEvent }) {
  const translate = useTranslate()
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
          {event.message_connector_id ? <Connector id={event.message_connector_id} /> : '–'}
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
