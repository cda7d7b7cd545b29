import { Alert, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { Device, Session } from '#contract/devices'
import { CopyText, Field, FieldList, Loaded, SecretText, Section, TimeText } from '../../../components/page'
import { isMissing } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { useTranslate } from '../../../i18n/translate'
import { sessionTime } from '../session'
import { groupSession, type SessionGroup, type SessionValue } from './groups'

const Key = ({ children }: { children: string }) => (
  <Typography component="code" variant="caption" sx={{ fontFamily: 'monospace' }}>
    {children}
  </Typography>
)

/** A value under its name; a key that has none stands for itself. */
function Value({ entry: { key, value, secret } }: { entry: SessionValue }) {
  const translate = useTranslate()
  const name = translate(`devices.sessionTab.keys.${key}`, { _: '' })
  const Text = secret ? SecretText : CopyText
  return (
    <Field
      label={
        <>
          {name} <Key>{key}</Key>
        </>
      }
    >
      <Text value={value} what={name || key} />
    </Field>
  )
}

function Group({ group: { id, values } }: { group: SessionGroup }) {
  return (
    <Section title={useTranslate()(`devices.sessionTab.groups.${id}`)}>
      <FieldList>
        {values.map((entry) => (
          <Value key={entry.key} entry={entry} />
        ))}
      </FieldList>
    </Section>
  )
}

function SessionInfo({ session }: { session: Session }) {
  const translate = useTranslate()
  const groups = groupSession(session.up)
  return (
    <>
      <Section title={translate('devices.sessionTab.title')}>
        <FieldList>
          <Field label={translate('devices.sessionTab.bootedAt')}>
            <TimeText value={sessionTime(session.id)} relative />
          </Field>
        </FieldList>
        {groups.length === 0 && translate('devices.sessionTab.nothing')}
      </Section>
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </>
  )
}

/** What the device said of itself when it booted last. Spec 2, sections 2 and 3. */
export function SessionTab({ device: { id, session_id } }: { device: Device }) {
  const translate = useTranslate()
  const { getSession } = useSpaceport()
  const query = useQuery({
    queryKey: ['session', id, session_id],
    queryFn: ({ signal }) => getSession(id, session_id, signal),
  })
  if (isMissing(query.error)) return <Alert severity="info">{translate('devices.sessionTab.notFound')}</Alert>
  return <Loaded query={query}>{(session) => <SessionInfo session={session} />}</Loaded>
}
