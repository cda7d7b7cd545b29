import { Skeleton, Typography } from '@mui/material'
import { Suspense, useState } from 'react'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { useTranslate } from '../../../i18n/translate'
import { HoursTable } from './HoursTable'
import type { Hour } from './hours'
import { Legend } from './Legend'

const HeatmapChart = lazyPart(() => import('./HeatmapChart'))

interface HeatmapProps {
  hours: readonly Hour[]
  /** Address of the deliveries of an hour, where the server lists them. */
  linkOf: (hour: Hour) => string | undefined
}

/** The chart with its legend, and its numbers as a table. The chart loads when it is needed. */
export function Heatmap(props: HeatmapProps) {
  const translate = useTranslate()
  const [failed, setFailed] = useState(false)
  const isQuiet = props.hours.every(({ success, failed }) => success + failed === 0)
  return (
    <>
      {isQuiet && (
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          {translate('connectors.heatmap.quiet')}
        </Typography>
      )}
      {!failed && (
        <PartFrame onClose={() => setFailed(true)}>
          <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
            <HeatmapChart {...props} />
          </Suspense>
        </PartFrame>
      )}
      <Legend />
      <HoursTable {...props} />
    </>
  )
}
