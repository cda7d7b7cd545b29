import { styled } from '@mui/material'
import type { Device } from '#contract/devices'
import { Lateness, UsualInterval } from '../../components/contact'
import { Field, Section, TagChips } from '../../components/page'
import { DeviceConnectors } from '../../components/routing/DeviceConnectors'
import { useTranslate } from '../../i18n/translate'
import { DeviceFields } from './DeviceFields'
import { Labels } from './Labels'

const Side = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('md')]: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: theme.spacing(3),
    alignItems: 'stretch',
  },
}))

/** Base info, tags and labels of a device. Spec 2, section 2. */
export function DetailsTab({ device }: { device: Device }) {
  const translate = useTranslate()
  const hasLabels = Object.keys(device.label ?? {}).length > 0
  return (
    <>
      <Section title={translate('devices.details.title')}>
        <DeviceFields
          device={device}
          contacts={
            <Field label={translate('contact.usual')}>
              <UsualInterval deviceId={device.id} /> <Lateness deviceId={device.id} />
            </Field>
          }
        />
      </Section>
      <Side>
        <Section title={translate('devices.tags')}>
          {device.tags.length > 0 ? <TagChips tags={device.tags} /> : translate('devices.noTags')}
        </Section>
        <Section title={translate('devices.labels')}>
          {hasLabels ? <Labels label={device.label} /> : translate('devices.noLabels')}
        </Section>
      </Side>
      <DeviceConnectors device={device} />
    </>
  )
}
