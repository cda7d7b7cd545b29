import { Box, Link } from '@mui/material'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type AlertRule, alertRulesApi, type Scope } from '#contract/alerts'
import { ALERTS_CAPABILITY } from '#contract/alerts/capability'
import type { Device } from '#contract/devices'
import { patternOf } from '#contract/series'
import { Sentence } from '../../../components/alerts/Sentence'
import { useCapability } from '../../../config'
import { usePermission } from '../../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../../dataProvider/queries'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import type { DrawnSeries } from './chart/lines'
import { useTranslate } from './texts'

/** The limit of an alert rule for a value of the device. */
export interface Limit {
  rule: AlertRule
  /** Path of the series. */
  path: string
  value: number
}

const isAbout = (scope: Scope, { id, tags }: Device): boolean =>
  scope.kind === 'all' ||
  (scope.kind === 'devices' && scope.device_ids.includes(id)) ||
  (scope.kind === 'tags' && tags.some((tag) => scope.tag_ids.includes(tag.id)))

const NONE: readonly AlertRule[] = []

/** The limits of the enabled rules for the device's series; none for people who may not read rules. */
export function useLimits(device: Device, chosen: readonly DrawnSeries[]): readonly Limit[] {
  const may = usePermission(alertRulesApi.list.permission)
  const isOffered = useCapability(ALERTS_CAPABILITY)
  const { data: rules = NONE } = useGetList('alert-rules', WHOLE_LIST, {
    enabled: may && isOffered,
    staleTime: 60_000,
    onError: () => undefined,
  })
  return useMemo(
    () =>
      rules.flatMap((rule) => {
        const { condition, scope, enabled } = rule
        const hasLimit = condition.kind === 'above' || condition.kind === 'below'
        if (!enabled || !hasLimit || !isAbout(scope, device)) return []
        const own = chosen.find(({ path }) => path === condition.path || patternOf(path) === condition.path)
        return own ? [{ rule, path: own.path, value: condition.limit }] : []
      }),
    [rules, device, chosen],
  )
}

/** The rules whose limits are lines in the chart. */
export function Limits({ limits }: { limits: readonly Limit[] }) {
  const translate = useTranslate()
  const { record } = useAddresses()
  if (limits.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={translate('devices.history.limits')}
      sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', typography: 'body2', color: 'text.secondary' }}
    >
      {limits.map(({ rule }) => (
        <Box component="li" key={rule.id} sx={{ overflowWrap: 'anywhere' }}>
          <Box
            component="span"
            sx={{
              display: 'inline-block',
              width: 16,
              mr: 1,
              verticalAlign: 'middle',
              borderTop: '2px dashed',
              borderColor: 'warning.main',
            }}
          />
          <Link component={RouterLink} to={record('alert-rules', rule.id)}>
            {rule.name}
          </Link>
          {': '}
          <Sentence condition={rule.condition} />
        </Box>
      ))}
    </Box>
  )
}
