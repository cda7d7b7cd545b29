import { Autocomplete, Chip, TextField } from '@mui/material'
import { useController } from 'react-hook-form'
import { useComboboxTexts } from '../../components/combobox/ComboboxField'
import { addEndpoints } from '../../dataProvider/endpoints'
import { laterEndpoints } from '../../dataProvider/laterEndpoints'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useTranslate } from './texts'

addEndpoints(laterEndpoints)

/** The field `rule_ids` of the form around it: of which rules no alerts open. */
export default function RulesInput() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { field } = useController<{ rule_ids: string[] }, 'rule_ids'>({ name: 'rule_ids' })
  const { data = [], isPending, error } = useGetList('alert-rules', WHOLE_LIST)
  const chosen = field.value.map(
    (id) =>
      data.find((rule) => rule.id === id) ?? {
        id,
        name: isPending || error ? '…' : translate('mutes.deletedRule'),
      },
  )
  return (
    <Autocomplete<{ id: string; name: string }, true>
      multiple
      filterSelectedOptions
      options={data}
      loading={isPending}
      {...texts}
      value={chosen}
      onChange={(_event, rules) => field.onChange(rules.map(({ id }) => id))}
      onBlur={field.onBlur}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      renderValue={(rules, getItemProps) =>
        rules.map(({ name }, index) => {
          const { key, ...props } = getItemProps({ index })
          return <Chip key={key} {...props} size="small" label={name} />
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('mutes.form.rules')}
          error={error !== null}
          helperText={error ? translate('mutes.form.rulesFailed') : translate('mutes.form.rulesHint')}
        />
      )}
    />
  )
}
