import { Box, Link, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { Link as RouterLink } from 'react-router-dom'
import { isOfConnectors, RULE_CONNECTORS_MAX } from '#contract/alerts'
import { connectorsApi } from '#contract/connectors'
import { useTranslate as useAudienceTranslate } from '../../components/audience/texts'
import { ChipsField } from '../../components/combobox/ChipsField'
import { usePermission } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import type { RuleValues } from './condition'
import { useTranslate } from './texts'

/**
 * Names of services, the same in all languages, with the suggestion for a new connector; a web address has no such
 * name.
 */
const SERVICES = [
  ['alerts', null],
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['pagerduty', 'PagerDuty'],
  ['ntfy', 'ntfy'],
] as const

/** Links to a new connector in another tab, so that the form keeps the typed values. */
function NewConnector() {
  const translate = useTranslate()
  const { list } = useAddresses()
  return (
    <Typography variant="body2" color="text.secondary">
      {translate('alert-rules.form.newConnector')}{' '}
      {SERVICES.map(([suggestion, service], index) => {
        const name = service ?? translate('alert-rules.form.webAddress')
        return (
          <span key={suggestion}>
            {index > 0 && <span>{', '}</span>}
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
        )
      })}
    </Typography>
  )
}

interface ConnectorsInputProps {
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

/** Chooses the connectors that get alerts. */
export function ConnectorsInput({ ids, onChange }: ConnectorsInputProps) {
  const translate = useTranslate()
  const audience = useAudienceTranslate()
  const kind = useWatch<RuleValues, 'condition.kind'>({ name: 'condition.kind' })
  const hint = ids.length > 0 && isOfConnectors({ kind }) ? 'notOwn' : 'connectorsHint'
  const mayCreate = usePermission(connectorsApi.create.permission)
  const query = useGetList('connectors', WHOLE_LIST)
  return (
    <Box>
      <ChipsField
        label={translate('alert-rules.form.connectors')}
        ids={ids}
        onChange={onChange}
        query={query}
        nameOf={({ name, enabled, operation }) => {
          if (!enabled) return audience('audience.disabledConnector', { name })
          return operation?.has_told_alert === false
            ? translate('alert-rules.form.untoldConnector', { name })
            : name
        }}
        goneName={() => audience('audience.goneConnector')}
        max={RULE_CONNECTORS_MAX}
        // Another tab may have created one.
        onOpen={() => void query.refetch()}
        hint={translate(`alert-rules.form.${hint}`)}
        failure={translate('alert-rules.form.connectorsFailed')}
      />
      {mayCreate && <NewConnector />}
    </Box>
  )
}
