import { Autocomplete, Chip, TextField } from '@mui/material'
import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { SCOPE_MAX } from '#contract/alerts'
import type { Connector } from '#contract/connectors'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useComboboxTexts } from '../combobox/ComboboxField'
import type { ScopedValues } from './scope'
import { useTranslate } from './texts'

type Choice = Pick<Connector, 'id' | 'name'>

/** The connectors of a scope, each with a way to remove it. */
export function ConnectorsOf() {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const { field, fieldState } = useController<ScopedValues, 'scope.connector_ids'>({
    name: 'scope.connector_ids',
  })
  const { data, isPending, error: failure } = useGetList('connectors', WHOLE_LIST)
  const ids = field.value
  /** One that was deleted stays until somebody takes it out. */
  const unknown = isPending || failure ? '…' : translate('alerts.scope.deletedConnector')
  const chosen = ids.map((id): Choice => data?.find((one) => one.id === id) ?? { id, name: unknown })
  const error = fieldState.error?.message
  return (
    <Autocomplete<Choice, true>
      multiple
      filterSelectedOptions
      options={data ?? []}
      loading={isPending}
      {...texts}
      value={chosen}
      onChange={(_event, connectors) => field.onChange(connectors.map(({ id }) => id))}
      onBlur={field.onBlur}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      getOptionDisabled={() => ids.length >= SCOPE_MAX}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      renderValue={(connectors, getItemProps) =>
        connectors.map(({ name }, index) => {
          const { key, ...props } = getItemProps({ index })
          return <Chip key={key} {...props} size="small" label={name} />
        })
      }
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={translate('alerts.scope.connectors')}
          error={failure !== null || error !== undefined}
          helperText={
            failure ? translate('alerts.scope.connectorsFailed') : error && <ValidationError error={error} />
          }
        />
      )}
    />
  )
}
