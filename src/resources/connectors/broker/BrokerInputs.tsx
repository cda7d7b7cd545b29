import { useEffect, useState } from 'react'
import { SelectInput, TextInput, useRecordContext } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { type Connector, connectorEntity, connectorTypeSchema, MQTT_CAPABILITY } from '#contract/connectors'
import { useCapability } from '../../../config'
import { isPasswordAsked } from '../schemas'
import { msg, useTranslate } from '../texts'

/**
 * Type of a new connector. It lists all types; those that the server cannot create are disabled. Rules, "Connectors".
 */
export function TypeInput() {
  const translate = useTranslate()
  const hasMqtt = useCapability(MQTT_CAPABILITY)
  const types = connectorTypeSchema.options.filter((type) => type !== 'mqtt' || hasMqtt)
  return (
    <SelectInput
      source="type"
      label={msg('connectors.fields.type')}
      choices={types.map((id) => ({
        id,
        name: translate(`connectors.types.${id}`),
        disabled: !connectorEntity.input.shape.type.safeParse(id).success,
      }))}
      helperText={false}
      isRequired
      fullWidth
    />
  )
}

/** Password of the broker; the server never returns it. */
export function PasswordInput() {
  const translate = useTranslate()
  const connector = useRecordContext<Connector>()
  const [isFocused, setFocused] = useState(false)
  const { getValues, setValue } = useFormContext()
  const [broker_url, username]: readonly unknown[] = useWatch({ name: ['broker_url', 'broker_username'] })
  const isNamed = typeof username === 'string' && username.trim() !== ''
  // MQTT allows no password without a username.
  useEffect(() => {
    if (!isNamed && getValues('broker_password')) setValue('broker_password', null)
  }, [isNamed, getValues, setValue])
  const isAsked =
    connector &&
    isNamed &&
    typeof broker_url === 'string' &&
    isPasswordAsked(connector, { broker_url, broker_username: username })
  const kept = translate(isAsked ? 'connectors.broker.passwordAsked' : 'connectors.broker.passwordKept')
  const hint = isNamed ? connector?.has_broker_password && kept : translate('connectors.broker.nameFirst')
  return (
    <TextInput
      source="broker_password"
      label={msg('connectors.fields.broker_password')}
      type={isFocused ? 'text' : 'password'}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      autoComplete="new-password"
      disabled={!isNamed}
      helperText={hint || false}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
      fullWidth
    />
  )
}
