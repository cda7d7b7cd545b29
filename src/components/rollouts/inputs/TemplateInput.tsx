import { Autocomplete, TextField } from '@mui/material'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ConfigTemplate } from '#contract/configuration'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import { useComboboxTexts } from '../../combobox/ComboboxField'
import type { OrderedValues } from '../order'
import { useTranslate } from '../texts'

/** Takes the settings of a template; they can be changed afterwards. Nothing if the space has none. */
export function TemplateInput() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { setValue } = useFormContext<OrderedValues>()
  const id = useWatch<OrderedValues, 'order.template_id'>({ name: 'order.template_id' })
  const { data = [] } = useGetList('config-templates', WHOLE_LIST, { onError: () => undefined })
  if (data.length === 0) return null
  const take = (template: ConfigTemplate | null) => {
    setValue('order.template_id', template?.id ?? null, { shouldDirty: true })
    if (!template) return
    const rows = Object.entries(template.settings).map(([name, value]) => ({ name, value }))
    setValue('order.settings', rows, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Autocomplete<ConfigTemplate>
      options={data}
      {...texts}
      value={data.find((template) => template.id === id) ?? null}
      onChange={(_event, template) => take(template)}
      getOptionLabel={({ name }) => name}
      getOptionKey={(template) => template.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderInput={(params) => <TextField {...params} label={translate('rollouts.form.template')} />}
      fullWidth
    />
  )
}
