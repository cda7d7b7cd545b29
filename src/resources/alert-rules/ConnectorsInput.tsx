import { Autocomplete, Box, Chip, Link, TextField, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { isAboutConnectors, RULE_CONNECTORS_MAX } from '#contract/alerts'
import { type Connector, connectorsApi } from '#contract/connectors'
import { useComboboxTexts } from '../../components/combobox/ComboboxField'
import { usePermission } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import type { RuleValues } from './condition'
import { useTranslate } from './texts'

/** Names of services, which are the same in all languages, by what a new connector for one begins with. */
const SERVICES = [
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['pagerduty', 'PagerDuty'],
  ['ntfy', 'ntfy'],
] as const

/** Leads to a new connector, beside the form: what is typed stays. */
function NewConnector() {
  const translate = useTranslate()
  const { list } = useAddresses()
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mx: 1.75 }}>
      {translate('alert-rules.form.newConnector')}{' '}
      {SERVICES.map(([suggestion, name], index) => (
        <span key={suggestion}>
          {index > 0 && ', '}
          <Link
            component={RouterLink}
            to={list('connectors', { create: true, suggestion })}
            target="_blank"
            rel="noopener"
            aria-label={translate('alert-rules.form.newConnectorFor', { name })}
          >
            {name}
          </Link>
        </span>
      ))}
    </Typography>
  )
}

type Choice = Pick<Connector, 'id' | 'name' | 'enabled'>

interface ConnectorsInputProps {
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

/** Chooses the connectors that are told of alerts. */
export function ConnectorsInput({ ids, onChange }: ConnectorsInputProps) {
  const translate = useTranslate()
  const texts = useComboboxTexts()
  const kind = useWatch<RuleValues, 'condition.kind'>({ name: 'condition.kind' })
  const hint = ids.length > 0 && isAboutConnectors({ kind }) ? 'notOwn' : 'connectorsHint'
  const mayCreate = usePermission(connectorsApi.create.permission)
  const { data = [], isPending, error, refetch } = useGetList('connectors', WHOLE_LIST)
  const nameOf = ({ name, enabled }: Choice) =>
    enabled ? name : translate('alert-rules.form.disabledConnector', { name })
  const chosen = ids.map(
    (id): Choice =>
      data.find((connector) => connector.id === id) ?? {
        id,
        name: isPending || error ? '…' : translate('alert-rules.form.goneConnector'),
        enabled: true,
      },
  )
  return (
    <Box>
      <Autocomplete<Choice, true>
        multiple
        filterSelectedOptions
        options={data}
        loading={isPending}
        {...texts}
        value={chosen}
        // Another tab may have made one.
        onOpen={() => void refetch()}
        onChange={(_event, connectors) => onChange(connectors.map(({ id }) => id))}
        getOptionLabel={nameOf}
        getOptionKey={({ id }) => id}
        getOptionDisabled={() => ids.length >= RULE_CONNECTORS_MAX}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        renderValue={(connectors, getItemProps) =>
          connectors.map((connector, index) => {
            const { key, ...props } = getItemProps({ index })
            return <Chip key={key} {...props} size="small" label={nameOf(connector)} />
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label={translate('alert-rules.form.connectors')}
            error={error !== null}
            helperText={translate(`alert-rules.form.${error ? 'connectorsFailed' : hint}`)}
          />
        )}
      />
      {mayCreate && <NewConnector />}
    </Box>
  )
}
