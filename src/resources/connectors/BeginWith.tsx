import { TextField } from '@mui/material'
import { useEffect } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { TEMPLATES, type Template } from './templates'
import { useTranslate } from './texts'
import type { ConnectorValues } from './values'

interface BeginWithProps {
  /** Is told what is chosen, also by a draft. */
  onChange: (template: Template) => void
}

/** What the form of a connector holds whose code begins with a template. One for alerts needs no triggers. */
export const beginningOf = (
  template: Template,
): Pick<ConnectorValues, 'triggers'> & { template: Template } => ({
  template,
  triggers: template === 'messages' ? ['data'] : [],
})

/** The field `template` of the form around it, which is not sent: what the code of a new connector begins with. */
export function BeginWith({ onChange }: BeginWithProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext<ConnectorValues>()
  const { field } = useController<{ template: Template }, 'template'>({ name: 'template' })
  const template = TEMPLATES.find((one) => one === field.value) ?? 'messages'
  useEffect(() => onChange(template), [onChange, template])
  const choose = (chosen: string) => {
    field.onChange(chosen)
    const { triggers } = beginningOf(TEMPLATES.find((one) => one === chosen) ?? 'messages')
    setValue('triggers', triggers, { shouldDirty: true })
  }
  return (
    <TextField
      select
      label={translate('connectors.templates.label')}
      value={template}
      onChange={({ target }) => choose(target.value)}
      helperText={translate(`connectors.templates.hints.${template}`)}
      slotProps={{ select: { native: true } }}
      fullWidth
    >
      {TEMPLATES.map((id) => (
        <option key={id} value={id}>
          {translate(`connectors.templates.names.${id}`)}
        </option>
      ))}
    </TextField>
  )
}
