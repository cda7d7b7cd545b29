import { Stack } from '@mui/material'
import { SelectInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { PERMISSION_OF } from '#contract/rollouts'
import { useMay } from '../../../dataProvider/account'
import { CodeInput } from '../../editor'
import type { OrderedValues } from '../order'
import { msg, useTranslate } from '../texts'
import { useOrderKinds } from '../useOrderKinds'
import { CommandsInput } from './CommandsInput'
import { FirmwareInput } from './FirmwareInput'
import { MuteInputs } from './MuteInputs'
import { NamedRows } from './NamedRows'
import { RecordsInputs } from './RecordsInputs'
import { TemplateInput } from './TemplateInput'

/** The fields of the chosen kind of order. */
function OrderFields() {
  const translate = useTranslate()
  const kind = useWatch<OrderedValues, 'order.kind'>({ name: 'order.kind' })
  switch (kind) {
    case 'config':
    case 'shell':
      return <CommandsInput key={kind} kind={kind} />
    case 'settings':
      return (
        <>
          <TemplateInput />
          <NamedRows part="settings" />
        </>
      )
    case 'data':
      return (
        <CodeInput
          source="order.data"
          label={translate('rollouts.form.data')}
          language="json"
          hint={translate('rollouts.form.dataHint')}
        />
      )
    case 'firmware':
      return <FirmwareInput />
    case 'records':
      return <RecordsInputs />
    case 'mute':
      return <MuteInputs />
  }
}

/** The form field `order`: what a roll-out does with its devices. */
export default function OrderInput() {
  const may = useMay()
  const kinds = useOrderKinds()
  return (
    <Stack sx={{ gap: 2.5 }}>
      <SelectInput
        source="order.kind"
        label={msg('rollouts.form.kind')}
        choices={kinds.map((id) => ({
          id,
          name: msg(`rollouts.kinds.${id}`),
          disabled: !may(PERMISSION_OF[id]),
        }))}
        helperText={false}
        isRequired
        fullWidth
      />
      <OrderFields />
    </Stack>
  )
}
