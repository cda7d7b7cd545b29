import { useWatch } from 'react-hook-form'
import { CodeInput } from '../../../components/editor'
import { useTranslate } from '../../../i18n/translate'
import { AddressImport } from './AddressImport'
import type { DownlinkValues } from './codec'
import { FormatSwitch } from './FormatSwitch'

/** The body of the chosen type; what was typed for another type waits in the form. */
export function BodyInput() {
  const translate = useTranslate()
  const [type, format] = useWatch<DownlinkValues, ['type', 'format']>({ name: ['type', 'format'] })
  const isText = type === 'config' && format === 'text'
  const input = (
    <CodeInput
      key={type}
      source={type}
      label={translate('messages.body')}
      language={isText ? 'plaintext' : 'json'}
      hint={translate(`messages.create.hints.${type === 'config' && !isText ? 'configJson' : type}`)}
    />
  )
  return type === 'config' ? <AddressImport actions={<FormatSwitch />}>{input}</AddressImport> : input
}
