import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Box, IconButton, Link, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { BATCH_HEADER } from '#contract/audit/capability'
import { deviceLogApi, type LogEntry, type Note } from '#contract/deviceLog'
import { firmwareStateSchema } from '#contract/firmware'
import { formatTime, useClock } from '../../../clock'
import { labelOf } from '../../../components/audit/labels'
import { useTranslate as useAuditTranslate } from '../../../components/audit/texts'
import { actionText } from '../../../components/audit/words'
import { TimeText, useFailureToast } from '../../../components/page'
import { newDeletion, useDeletedToast } from '../../../components/trash/useTrash'
import { msg as word } from '../../../components/words/texts'
import { usePermission } from '../../../dataProvider/account'
import { useAnswers } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { Files } from './Files'
import { useTranslate } from './texts'

/** Minutes between doing and writing that need no mention. */
const SOON = 10 * 60_000

function DeleteNote({ note }: { note: Note }) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const showDeleted = useDeletedToast()
  const showFailure = useFailureToast()
  const remove = async () => {
    const { batch, headers } = newDeletion()
    try {
      await ask(deviceLogApi.deleteNote, {
        params: { deviceId: note.device_id, noteId: note.id },
        headers,
      })
      await invalidate(deviceLogApi.list)
      showDeleted(translate('devices.log.note.deleted'), headers[BATCH_HEADER] && batch)
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <IconButton
      size="small"
      title={translate('devices.log.note.delete')}
      aria-label={translate('devices.log.note.deleteOf', { text: note.text.slice(0, 40) })}
      onClick={() => void remove()}
    >
      <DeleteIcon fontSize="small" />
    </IconButton>
  )
}

function NoteEntry({ note, isFrozen }: { note: Note; isFrozen: boolean }) {
  const translate = useTranslate()
  const clock = useClock()
  const mayDelete = usePermission(deviceLogApi.deleteNote.permission) && !isFrozen
  const isLater = Date.parse(note.created_at) - Date.parse(note.at) > SOON
  const written = formatTime(Date.parse(note.created_at), clock)
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ whiteSpace: 'pre-line' }}>{note.text}</Box>
        <Typography variant="body2" color="text.secondary">
          {[
            note.by,
            ...(isLater ? [translate('devices.log.note.writtenLater', { time: written })] : []),
          ].join(', ')}
        </Typography>
        <Files note={note} />
      </Box>
      {mayDelete && <DeleteNote note={note} />}
    </Box>
  )
}

function AlertEntry({ alert }: { alert: NonNullable<LogEntry['alert']> }) {
  const translate = useTranslate()
  const clock = useClock()
  const addresses = useAddresses()
  const { ended_at, acknowledged_by } = alert
  const parts = [
    ended_at
      ? translate('devices.log.entry.alertEnded', { time: formatTime(Date.parse(ended_at), clock) })
      : translate('devices.log.entry.alertOpen'),
    ...(acknowledged_by ? [translate('devices.log.entry.acknowledged', { who: acknowledged_by })] : []),
  ]
  return (
    <>
      <span>{translate('devices.log.entry.alert')}</span>{' '}
      <Link component={RouterLink} to={addresses.record('alerts', alert.id)}>
        {alert.rule_name}
      </Link>
      <Typography variant="body2" color="text.secondary">
        {parts.join(', ')}
      </Typography>
      {alert.notes.map(({ text, by, at }) => (
        <Typography key={`${at} ${text}`} variant="body2" sx={{ whiteSpace: 'pre-line' }}>
          {`${by}: ${text}`}
        </Typography>
      ))}
    </>
  )
}

function ChangeEntry({ change, by }: { change: NonNullable<LogEntry['change']>; by: string | null }) {
  const translate = useTranslate()
  const translateAudit = useAuditTranslate()
  const names = change.fields.map((field) => {
    const label = labelOf(change.action, field)
    return label ? translateAudit(label) : field
  })
  const fields = names.length > 0 ? translate('devices.log.entry.fields', { fields: names.join(', ') }) : null
  return (
    <>
      <span>{actionText(change.action, translateAudit)}</span>
      <Typography variant="body2" color="text.secondary">
        {[fields, by].filter(Boolean).join('; ')}
      </Typography>
    </>
  )
}

/** What an entry says. */
function Content({ entry, isFrozen }: EntryProps): ReactNode {
  const translate = useTranslate()
  const { kind, note, alert, change, firmware, serial_numbers, by } = entry
  const known = firmware && firmwareStateSchema.safeParse(firmware.state).data
  if (note) return <NoteEntry note={note} isFrozen={isFrozen} />
  if (alert) return <AlertEntry alert={alert} />
  if (change) return <ChangeEntry change={change} by={by} />
  if (firmware)
    return (
      <span>
        {translate('devices.log.entry.firmware', {
          name: firmware.name,
          state: known ? translate(word(`words.firmware.states.${known}`)) : firmware.state,
        })}
      </span>
    )
  if (serial_numbers)
    return (
      <>
        <span>{translate('devices.log.entry.replaced', serial_numbers)}</span>
        <Typography variant="body2" color="text.secondary">
          {by}
        </Typography>
      </>
    )
  const texts = {
    silent: translate('devices.log.entry.silent'),
    boot: translate('devices.log.entry.boot'),
    moved_here: translate('devices.log.entry.movedHere'),
    moved_away: translate('devices.log.entry.movedAway'),
  }
  return <span>{new Map(Object.entries(texts)).get(kind) ?? translate('devices.log.entry.other')}</span>
}

interface EntryProps {
  entry: LogEntry
  /** The device was moved away: its log stays as it is. */
  isFrozen: boolean
}

/** An entry of the log: when, and what. */
export function Entry(props: EntryProps) {
  return (
    <li>
      <Typography variant="body2" component="div" color="text.secondary">
        <TimeText value={props.entry.at} />
      </Typography>
      <div>
        <Content {...props} />
      </div>
    </li>
  )
}
