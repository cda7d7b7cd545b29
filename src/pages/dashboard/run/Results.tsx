import { Alert, Skeleton, Typography } from '@mui/material'
import { memo, Suspense, useMemo, useState } from 'react'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { useTranslate } from '../../../i18n/translate'
import { extentOf } from '../chart/view'
import type { Series } from '../series/series'
import { Legend } from './Legend'

const Chart = lazyPart(() => import('../chart/Chart'))

interface ResultsProps {
  series: readonly Series[]
  owner: string
}

/** The chart, which loads when it is needed, and the table of its series. Typing in the editor draws none of it. */
export const Results = memo(function Results({ series, owner }: ResultsProps) {
  const translate = useTranslate()
  const [failed, setFailed] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => series.filter(({ label }) => !hidden.has(label)), [series, hidden])
  const extent = useMemo(() => extentOf(series), [series])
  const toggle = (label: string) =>
    setHidden((old) =>
      old.has(label) ? new Set([...old].filter((other) => other !== label)) : new Set([...old, label]),
    )
  if (!extent) return null
  return (
    <>
      {shown.length === 0 && <Alert severity="info">{translate('dashboard.hidden')}</Alert>}
      {shown.length > 0 && !failed && (
        <PartFrame onClose={() => setFailed(true)}>
          <Suspense fallback={<Skeleton variant="rounded" height={420} />}>
            <Chart series={shown} extent={extent} owner={owner} />
          </Suspense>
          <Typography variant="caption" color="text.secondary" component="p" sx={{ mb: 1 }}>
            {translate('dashboard.chart.hint')}
          </Typography>
        </PartFrame>
      )}
      <Legend series={series} hidden={hidden} onToggle={toggle} />
    </>
  )
})
