import { Box, Button, Paper, Typography } from '@mui/material'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { ALERT_KINDS_CAPABILITY, type AlertRule, alertRulesApi } from '#contract/alerts'
import { devicesApi, SERIES_SORT } from '#contract/devices'
import { SUGGESTION } from '../../components/address/addressMode'
import { Sentence } from '../../components/alerts/Sentence'
import { Guide, Tiles } from '../../components/guide/Guide'
import { useSpaceSeries } from '../../components/series/useSeries'
import { useRoomForGuide } from '../../components/table'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { useAnswer } from '../../dataProvider/answers'
import { ruleOf } from './condition'
import {
  type Battery,
  batteryOf,
  batterySuggestion,
  FIRMWARE,
  isMade,
  LATE,
  suggestedValues,
} from './suggestions'
import { useTranslate } from './texts'

/** A suggested rule in words, with a link to its filled form. */
function Suggestion({ suggestion }: { suggestion: string }) {
  const translate = useTranslate()
  const values = suggestedValues(suggestion)
  const rule = values && ruleOf(values)
  if (!rule) return null
  const name = translate(values.name)
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 1.5, px: 2, overflowWrap: 'anywhere' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {name}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          <Sentence {...rule} />
        </Typography>
      </Box>
      <Button
        component={Link}
        to={`?${new URLSearchParams({ create: 'true', [SUGGESTION]: suggestion })}`}
        state={{ opened: 'create' }}
        variant="outlined"
        aria-label={translate('alert-rules.suggested.add', { name })}
      >
        {translate('alert-rules.suggested.try')}
      </Button>
    </Paper>
  )
}

/** If more devices have sent a value, the rule is about all devices. */
const FEW = 20

/**
 * Ids of the devices that have sent a value, if they are few and others exist; empty for all, undefined while unknown.
 */
function useSenders(battery: Battery | undefined): readonly string[] | undefined {
  const may = usePermission(devicesApi.list.permission)
  const { path = '', deviceCount = 0 } = battery ?? {}
  const areAsked = may && deviceCount > 0 && deviceCount <= FEW && !path.includes('[]')
  const { data, isError } = useAnswer(devicesApi.list, {
    query: { sort_by: SERIES_SORT, series_path: path, limit: deviceCount + 1 },
    enabled: areAsked,
    staleTime: 60_000,
  })
  if (!areAsked || isError) return []
  if (!data) return undefined
  return data.length > deviceCount ? data.slice(0, deviceCount).map(({ id }) => id) : []
}

/** Suggested rules that a space does not have yet. */
function useSuggestions(rules: readonly AlertRule[]): readonly string[] {
  const { data } = useSpaceSeries()
  const hasLater = useCapability(ALERT_KINDS_CAPABILITY)
  const found = batteryOf(data ?? [])
  const battery = found && !isMade(rules, ['below'], found.path) ? found : undefined
  const senders = useSenders(battery)
  return [
    ...(isMade(rules, ['late', 'silent']) ? [] : [LATE]),
    ...(battery && senders ? [batterySuggestion(battery, senders)] : []),
    ...(hasLater && !isMade(rules, ['firmwareFailed']) ? [FIRMWARE] : []),
  ]
}

const suggested = (suggestions: readonly string[]) => (
  <Tiles least={380}>
    {suggestions.map((suggestion) => (
      <Suggestion key={suggestion} suggestion={suggestion} />
    ))}
  </Tiles>
)

/** Suggested rules for a space with few rules. */
export function SuggestionsGuide() {
  const translate = useTranslate()
  const suggestions = useSuggestions(useListContext<AlertRule>().data ?? [])
  if (suggestions.length === 0) return null
  return (
    <Guide title={translate('alert-rules.suggested.title')} text={translate('alert-rules.suggested.text')}>
      {suggested(suggestions)}
    </Guide>
  )
}

function Folded({ rules }: { rules: readonly AlertRule[] }) {
  const translate = useTranslate()
  const suggestions = useSuggestions(rules)
  if (suggestions.length === 0) return null
  return (
    <Box component="details" sx={{ px: 2, pb: 1.5 }}>
      <Box component="summary" sx={{ cursor: 'pointer', width: 'fit-content', mb: 1 }}>
        {translate('alert-rules.suggested.more', { smart_count: suggestions.length })}
      </Box>
      {suggested(suggestions)}
    </Box>
  )
}

/**
 * Folded suggestions below a long list, for people who may create rules; hidden while the list shows only some rules.
 */
export function FoldedSuggestions() {
  const { data, total, filterValues } = useListContext<AlertRule>()
  const hasRoom = useRoomForGuide()
  const may = usePermission(alertRulesApi.create.permission)
  const areAll = data !== undefined && data.length === total && Object.keys(filterValues).length === 0
  return may && areAll && !hasRoom ? <Folded rules={data} /> : null
}
