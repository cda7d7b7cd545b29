import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import type { Trigger } from '#contract/connectors'
import { useTranslate } from '../../../i18n/translate'
import { useTriggerText } from '../triggers'
import type { ConnectorValues } from './codec'

/** Which messages trigger the connector, out of these choices. */
export function TriggersInput({ choices }: { choices: readonly Trigger[] }) {
  const translate = useTranslate()
  const text = useTriggerText()
  const { field, fieldState } = useController<ConnectorValues, 'triggers'>({ name: 'triggers' })
  const error = fieldState.error?.message
  const toggle = (trigger: Trigger, chosen: boolean) =>
    field.onChange(choices.filter((choice) => (choice === trigger ? chosen : field.value.includes(choice))))
  return (
    <FormControl component="fieldset" error={error !== undefined}>
      <FormLabel component="legend">{translate('connectors.triggersLabel')}</FormLabel>
      <FormGroup row>
        {choices.map((trigger, index) => (
          <FormControlLabel
            key={trigger}
            label={text(trigger)}
            control={
              <Checkbox
                checked={field.value.includes(trigger)}
                onChange={(_event, chosen) => toggle(trigger, chosen)}
                onBlur={field.onBlur}
                slotProps={{ input: { ref: index === 0 ? field.ref : undefined } }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText sx={{ mx: 0 }}>
        {error ? <ValidationError error={error} /> : translate('connectors.form.triggersHint')}
      </FormHelperText>
    </FormControl>
  )
}
