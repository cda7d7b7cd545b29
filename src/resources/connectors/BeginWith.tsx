import { TextField } from '@mui/material'
import { useFormContext } from 'react-hook-form'
import { isTemplate, TEMPLATES, type Template } from './templates'
import { useTranslate } from './texts'
import type { ConnectorValues } from './values'

interface BeginWithProps {
  template: Template
  onChange: (template: Template) => void
}

/** What triggers a connector whose code begins with a template. */
export const triggersOf = (template: Template): ConnectorValues['triggers'] =>
  template === 'messages' ? ['data'] : []

/** Chooses what the code of a new connector begins with. One for alerts needs no triggers. */
export function BeginWith({ template, onChange }: BeginWithProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext<ConnectorValues>()
  const choose = (text: string) => {
    if (!isTemplate(text)) return
    setValue('triggers', triggersOf(text), { shouldDirty: true })
    onChange(text)
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
