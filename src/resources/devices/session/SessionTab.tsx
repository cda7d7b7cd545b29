import { Alert, Box, Typography } from '@mui/material'
import { type Device, devicesApi, type Session } from '#contract/devices'
import { CopyText, Field, FieldList, Loaded, SecretText, Section } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/answers'
import { isMissing } from '../../../dataProvider/client'
import { deviceFields } from '../fields'
import { msg } from '../texts'
import { useTranslate } from './texts'

/** Key whose value is hidden until people reveal it. Rules, "Sessions of a device". */
const SECRET = 'ble_passkey'

/** The shown keys, in groups. Rules, "Sessions of a device". */
const GROUPS = [
  { id: 'device', has: (key: string) => ['vendor_name', 'product_name', SECRET].includes(key) },
  { id: 'application', has: (key: string) => key.startsWith('app') },
  { id: 'hardware', has: (key: string) => key.startsWith('hw') },
  { id: 'lte', has: (key: string) => key.startsWith('lte') },
] as const

const KEYS = [
  'vendor_name',
  'product_name',
  SECRET,
  'app_fw_name',
  'app_fw_version',
  'app_fw_bundle',
  'hw_variant',
  'hw_revision',
  'lte_imei',
  'lte_iccid',
  'lte_imsi',
  'lte_fw_version',
] as const

/** Shown values of a session, as text, by group and key; without empty groups. */
export function groupSession(up: Session['up']) {
  return GROUPS.map(({ id, has }) => ({
    id,
    values: Object.entries(up)
      .filter(([key]) => has(key))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) })),
  })).filter(({ values }) => values.length > 0)
}

/** A value under its name and key; many keys have no name. */
function Value({ entry: { key, value } }: { entry: { key: string; value: string } }) {
  const translate = useTranslate()
  const known = KEYS.find((each) => each === key)
  const name = known && translate(`devices.session.keys.${known}`)
  const Text = key === SECRET ? SecretText : CopyText
  return (
    <Field
      label={
        <>
          {name}{' '}
          <Typography component="code" variant="caption" sx={{ fontFamily: 'monospace' }}>
            {key}
          </Typography>
        </>
      }
    >
      <Text value={value} what={name ?? key} />
    </Field>
  )
}

function SessionInfo({ device, session }: { device: Device; session: Session }) {
  const translate = useTranslate()
  const groups = groupSession(session.up)
  return (
    <Section title={translate(msg('devices.fields.session_id'))}>
      <FieldList>
        <Field label={translate('devices.session.bootedAt')}>{deviceFields.session_id.show(device)}</Field>
      </FieldList>
      {groups.length === 0 && <span>{translate('devices.session.nothing')}</span>}
      {groups.map(({ id, values }) => {
        const title = translate(`devices.session.groups.${id}`)
        return (
          <Box key={id} component="section" aria-label={title} sx={{ mt: 3 }}>
            <Typography variant="h3" sx={{ mb: 1.5 }}>
              {title}
            </Typography>
            <FieldList>
              {values.map((entry) => (
                <Value key={entry.key} entry={entry} />
              ))}
            </FieldList>
          </Box>
        )
      })}
    </Section>
  )
}

/** Details that the device sent at its last boot. Rules, "Sessions of a device". */
export function SessionTab({ device }: { device: Device }) {
  const { id, session_id } = device
  const translate = useTranslate()
  const query = useAnswer(devicesApi.session, { params: { deviceId: id, sessionId: session_id } })
  if (isMissing(query.error)) return <Alert severity="info">{translate('devices.session.notFound')}</Alert>
  return <Loaded query={query}>{(session) => <SessionInfo {...{ device, session }} />}</Loaded>
}
