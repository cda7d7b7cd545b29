import { Alert, Button, DialogActions, DialogContent, Typography } from '@mui/material'
import { useMemo, useState } from 'react'
import type { Message } from '#contract/messages'
import { latestApi, type SpaceSeries, seriesApi } from '#contract/series'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { SeriesChoice } from '../../../components/series/SeriesChoice'
import { useAnswer } from '../../../dataProvider/answers'
import { PALETTE } from '../code/colors'
import type { Owner } from '../run/useMessages'
import { useTranslate } from '../texts'
import { findSeries } from './findSeries'
import { writeCode } from './writeCode'

/** Number of series that are chosen at first, all with one unit. */
const FIRST = 3

/** Milliseconds after which the server may have found values. */
const SOON = 5000

type Measured = Pick<SpaceSeries, 'path' | 'label' | 'unit' | 'is_hidden' | 'is_boolean'>

/** Polls while there are no values. */
const refetchInterval = ({ state }: { state: { data?: readonly unknown[] } }) =>
  state.data?.length === 0 && SOON

/** Values of the device, or of the devices in the space, in the order that people have chosen. */
function useMeasured({ kind, id }: Owner) {
  const isOfDevice = kind === 'device'
  const ofDevice = useAnswer(seriesApi.list, {
    params: { deviceId: id },
    enabled: isOfDevice,
    refetchInterval,
  })
  const ofSpace = useAnswer(latestApi.paths, { enabled: !isOfDevice, refetchInterval })
  return isOfDevice ? ofDevice : ofSpace
}

const nameOf = ({ label, unit }: Measured) => (unit ? `${label} (${unit})` : label)

interface SeriesStartProps {
  owner: Owner
  messages: readonly Message[]
  /** Whether there is code of the person that would be replaced. */
  hasOwnCode: boolean
  onWrite: (source: string) => void
  onClose: () => void
}

/** Writes code that draws values of the device, or of the tag's devices, under their names in the space. */
export default function SeriesStart({ owner, messages, hasOwnCode, onWrite, onClose }: SeriesStartProps) {
  const translate = useTranslate()
  const query = useMeasured(owner)
  const found = useMemo(() => findSeries(messages), [messages])
  const series = (query.data ?? []).filter(({ path, is_hidden }) => found.has(path) && !is_hidden)
  const first = series.filter(({ unit }) => unit === series[0]?.unit).slice(0, FIRST)
  const [choice, setChoice] = useState<readonly Measured[]>()
  const chosen = choice ?? first
  const isFull = chosen.length >= PALETTE.length
  const write = () => {
    const paths = chosen.flatMap(({ path, is_boolean }) => {
      const to = found.get(path)
      return to ? [{ ...to, isBoolean: is_boolean }] : []
    })
    onWrite(writeCode(paths, chosen.map(nameOf)))
    onClose()
  }
  const hintOf = () => {
    if (isFull) return translate('dashboard.start.most', { smart_count: PALETTE.length })
    if (query.data?.length === 0) return translate('dashboard.start.notYet')
    return translate(query.data && series.length === 0 ? 'dashboard.start.none' : 'dashboard.start.hint')
  }
  return (
    <TaskDialog title={translate('dashboard.start.title')} onClose={onClose}>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{translate('dashboard.start.text')}</Typography>
        <SeriesChoice
          label={translate('dashboard.start.add')}
          chosen={chosen}
          onChange={setChoice}
          series={series}
          hint={hintOf()}
          disabled={isFull}
          isLoading={query.isFetching && !query.data}
          failure={query.isError && !query.data ? translate('dashboard.start.failed') : undefined}
          onRetry={() => void query.refetch()}
        />
        {hasOwnCode && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {translate('dashboard.start.replaces')}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={chosen.length === 0} onClick={write}>
          {translate(hasOwnCode ? 'dashboard.start.replace' : 'dashboard.start.write')}
        </Button>
      </DialogActions>
    </TaskDialog>
  )
}
