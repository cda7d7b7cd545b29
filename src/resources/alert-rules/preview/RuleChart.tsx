import { Box, Typography } from '@mui/material'
import { Suspense, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Trial } from '#contract/alerts'
import type { SeriesPoints } from '#contract/series'
import { useValueWords } from '../../../components/alerts/Sentence'
import { ChartSkeleton } from '../../../components/bars/ChartSkeleton'
import { lazyPart } from '../../../components/lazyPart'
import { LoadFailed } from '../../../components/page'
import { beside, LimitHandle } from '../../../components/series/chart/LimitHandle'
import { colorOfLine, LineNames } from '../../../components/series/chart/LineNames'
import { useGetMany } from '../../../dataProvider/queries'
import { hasPath, type RuleValues } from '../condition'
import { useTranslate } from '../texts'
import { useChartedValues } from './useChartedValues'

const ValueChart = lazyPart(() => import('../../../components/series/chart/ValueChart'))

const HEIGHT = 280
const SKELETON = <ChartSkeleton height={HEIGHT} />

/** The least and the greatest of all drawn values. */
function rangeOf(found: readonly SeriesPoints[]) {
  let [least, greatest] = [Infinity, -Infinity]
  for (const { points } of found)
    for (const [, value] of points) {
      least = Math.min(least, value)
      greatest = Math.max(greatest, value)
    }
  return { least, greatest }
}

interface DrawnProps {
  found: readonly SeriesPoints[]
  range: { after: number; before: number }
  preview: Trial | undefined
}

/** The lines, the alerts of the preview, and the limit that one drags. */
function Drawn({ found, range, preview }: DrawnProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext<RuleValues>()
  const condition = useWatch<RuleValues, 'condition'>({ name: 'condition' })
  const { kind, path, limit, end } = condition
  const valueOf = useValueWords()
  const words = valueOf(path ?? '')
  const values = useMemo(() => rangeOf(found), [found])
  const isBoolean = found.some(({ is_boolean }) => is_boolean)
  const level = kind === 'above' || kind === 'below' ? kind : null
  const isTyped = typeof limit === 'number' && Number.isFinite(limit)
  const proposed = level && beside(level === 'above' ? values.greatest : values.least, level, values)
  const shownLimit = level === null || isBoolean ? null : isTyped ? limit : proposed
  const shown = useMemo(
    () => ({
      range,
      lines: found.map(({ points }, line) => ({
        points,
        color: colorOfLine(line, found.length),
      })),
      spans: (preview?.alerts ?? [])
        .filter((alert) => found.some((one) => one.device_id === alert.device_id && one.path === alert.path))
        .map(({ since, ended_at }) => ({
          after: Date.parse(since),
          before: ended_at === null ? range.before : Date.parse(ended_at),
        })),
      reach: shownLimit === null ? [] : [shownLimit],
    }),
    [found, range, preview, shownLimit],
  )
  const change = (next: number) => {
    const options = { shouldDirty: true, shouldValidate: true }
    // An end keeps its distance, so that it stays on its side of the limit.
    if (isTyped && typeof end === 'number')
      setValue('condition.end', Number((end + next - limit).toPrecision(12)), options)
    setValue('condition.limit', next, options)
  }
  return (
    <ValueChart
      shown={shown}
      path={path ?? ''}
      unit={words.unit}
      is_boolean={isBoolean}
      height={HEIGHT}
      label={translate('alert-rules.chart.label', { name: words.label })}
      renderAbove={(scale) =>
        shownLimit !== null && (
          <LimitHandle
            scale={scale}
            value={shownLimit}
            isProposed={!isTyped}
            onChange={change}
            label={translate(`alert-rules.chart.${level ?? 'above'}`, { name: words.label })}
            textOf={words.text}
            hint={translate('alert-rules.chart.drag')}
          />
        )
      }
    />
  )
}

/** The names of the lines: their devices, and the item of a list if there are several of one device. */
function Names({ found }: Pick<DrawnProps, 'found'>) {
  const translate = useTranslate()
  const ids = [...new Set(found.map(({ device_id }) => device_id))]
  const { data } = useGetMany('devices', { ids }, { enabled: found.length > 1, onError: () => undefined })
  const names = found.map(({ device_id, path }) => {
    const device = data?.find(({ id }) => id === device_id)?.name ?? '…'
    return found.length > ids.length ? `${device} · ${path}` : device
  })
  return <LineNames names={names} label={translate('alert-rules.chart.lines')} />
}

/** The value of a rule in the last 30 days, with its limit and the alerts of the preview; nothing for other rules. */
export default function RuleChart({ preview }: Pick<DrawnProps, 'preview'>) {
  const translate = useTranslate()
  const condition = useWatch<RuleValues, 'condition'>({ name: 'condition' })
  const scope = useWatch<RuleValues, 'scope'>({ name: 'scope' })
  const isOfPath = hasPath(condition.kind)
  const path = isOfPath ? condition.path : null
  const { isCharted, range, query } = useChartedValues({ path, scope, isLow: condition.kind === 'below' })
  if (!isCharted) return null
  if (query.error) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return query.isFetching ? SKELETON : null
  const found = query.data.filter(({ points }) => points.length > 0)
  if (found.length === 0)
    return <Typography variant="body2">{translate('alert-rules.chart.noValues')}</Typography>
  return (
    <Box sx={{ mb: 1 }}>
      <Suspense fallback={SKELETON}>
        <Drawn {...{ found, range, preview }} />
      </Suspense>
      <Names found={found} />
    </Box>
  )
}
