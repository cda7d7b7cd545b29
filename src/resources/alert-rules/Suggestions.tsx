import { Box, Button, Typography } from '@mui/material'
import { useId } from 'react'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { ALERT_KINDS_CAPABILITY, type AlertRule, alertRulesApi } from '#contract/alerts'
import { Sentence } from '../../components/alerts/Sentence'
import { SUGGESTION } from '../../components/page/addressMode'
import { useSpaceSeries } from '../../components/series/useSeries'
import { useCapability } from '../../config'
import { usePermission } from '../../dataProvider/account'
import { ruleOf } from './condition'
import { batteryOf, batterySuggestion, FIRMWARE, LATE, suggestedValues } from './suggestions'
import { useTranslate } from './texts'

/** One rule in words, and the way to its form, filled in. */
function Suggestion({ suggestion }: { suggestion: string }) {
  const translate = useTranslate()
  const values = suggestedValues(suggestion)
  const rule = values && ruleOf(values)
  if (!rule) return null
  const name = translate(values.name)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1,
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3">
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
    </Box>
  )
}

function Suggested() {
  const translate = useTranslate()
  const titleId = useId()
  const { data } = useSpaceSeries()
  const battery = batteryOf(data ?? [])
  const hasLater = useCapability(ALERT_KINDS_CAPABILITY)
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ px: 2, pb: 2 }}>
      <Typography id={titleId} variant="h2" sx={{ mt: 1 }}>
        {translate('alert-rules.suggested.title')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('alert-rules.suggested.text')}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        <Suggestion suggestion={LATE} />
        {battery !== undefined && <Suggestion suggestion={batterySuggestion(battery)} />}
        {hasLater && <Suggestion suggestion={FIRMWARE} />}
      </Box>
    </Box>
  )
}

/** Rules to begin with, in a space that has none, for who may create them. */
export function Suggestions() {
  const { total, filterValues } = useListContext<AlertRule>()
  const may = usePermission(alertRulesApi.create.permission)
  return may && total === 0 && Object.keys(filterValues).length === 0 ? <Suggested /> : null
}
