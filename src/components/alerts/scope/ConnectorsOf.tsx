import { ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { SCOPE_MAX } from '#contract/alerts'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import { ChipsField } from '../../combobox/ChipsField'
import { useTranslate } from '../texts'
import type { ScopedValues } from './scope'

/** Selects the connectors of a scope. */
export function ConnectorsOf() {
  const translate = useTranslate()
  const { field, fieldState } = useController<ScopedValues, 'scope.connector_ids'>({
    name: 'scope.connector_ids',
  })
  const error = fieldState.error?.message
  return (
    <ChipsField
      label={translate('alerts.scope.connectors')}
      ids={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      query={useGetList('connectors', WHOLE_LIST)}
      nameOf={({ name }) => name}
      // A deleted connector stays until somebody removes it.
      goneName={() => translate('alerts.scope.deletedConnector')}
      max={SCOPE_MAX}
      error={error && <ValidationError error={error} />}
      failure={translate('alerts.scope.connectorsFailed')}
    />
  )
}
