import { useTranslate } from '../../components/alerts/texts'
import { ComboboxField } from '../../components/combobox/ComboboxField'
import type { RecordFilterProps } from '../../components/table/types'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'

/** Chooses a connector, to list only its alerts. */
export default function ConnectorFilterField({ label, value, onChange }: RecordFilterProps) {
  const translate = useTranslate()
  const { data = [], isPending, error, refetch } = useGetList('connectors', WHOLE_LIST)
  const gone = isPending || error ? '…' : translate('alerts.scope.deletedConnector')
  return (
    <ComboboxField<{ id: string; name: string }>
      label={label}
      value={value === undefined ? null : (data.find(({ id }) => id === value) ?? { id: value, name: gone })}
      onChange={({ id }) => onChange(id)}
      onClear={() => onChange(undefined)}
      onType={() => undefined}
      choices={data}
      detailOf={() => null}
      isLoading={isPending}
      failure={error ? translate('alerts.scope.connectorsFailed') : undefined}
      onRetry={() => void refetch()}
      isAtOnce
    />
  )
}
