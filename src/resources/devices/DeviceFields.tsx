import type { ReactNode } from 'react'
import type { Device } from '#contract/devices'
import { CopyText, Field, FieldList, TimeText } from '../../components/page'
import { useTranslate } from '../../i18n/translate'
import { SessionText } from './SessionText'

interface DeviceFieldsProps {
  device: Device
  /** Fields about its contacts, after the time of the last one. */
  contacts?: ReactNode
}

/** Base info of a device: what cannot be changed, and its comment in full. */
export function DeviceFields({ device, contacts }: DeviceFieldsProps) {
  const translate = useTranslate()
  const hashes = [
    ['devices.configHash', device.config_hash],
    ['devices.decoderHash', device.decoder_hash],
    ['devices.encoderHash', device.encoder_hash],
  ] as const
  const copyable = (label: string, value: string | null) =>
    value && (
      <Field key={label} label={translate(label)}>
        <CopyText value={value} what={translate(label)} />
      </Field>
    )
  return (
    <FieldList>
      {copyable('devices.id', device.id)}
      {copyable('devices.serialNumber', device.serial_number)}
      <Field label={translate('devices.lastSeen')}>
        <TimeText value={device.last_seen} relative />
      </Field>
      {contacts}
      <Field label={translate('devices.session')}>
        <SessionText sessionId={device.session_id} relative />
      </Field>
      <Field label={translate('devices.created')}>
        <TimeText value={device.created_at} />
      </Field>
      {copyable('devices.externalId', device.external_id)}
      {hashes.map(([label, value]) => copyable(label, value))}
      <Field label={translate('devices.comment')} wide>
        {device.comment}
      </Field>
    </FieldList>
  )
}
