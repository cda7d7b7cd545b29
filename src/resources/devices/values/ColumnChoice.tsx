import { Box, Typography } from '@mui/material'
import { SeriesChoice } from '../../../components/series/SeriesChoice'
import { useSpaceSeries } from '../../../components/series/useSeries'
import type { MoreColumnsProps } from '../../../components/table/types'
import { useTranslate } from '../history/texts'
import { msg } from '../texts'
import { columnOf, useShownValues, VALUE_COLUMNS_MAX, valueOf } from './chosen'

/** Chooses values as columns of the device list. */
export default function ColumnChoice({ left }: MoreColumnsProps) {
  const translate = useTranslate()
  const { values, choose } = useShownValues()
  const chosen = values.filter(({ path }) => !left.includes(columnOf(path)))
  const query = useSpaceSeries()
  const isFull = chosen.length >= VALUE_COLUMNS_MAX
  const hintOf = () => {
    if (isFull) return translate('devices.history.values.most', { smart_count: VALUE_COLUMNS_MAX })
    return query.data?.length === 0
      ? translate('devices.history.values.none')
      : translate('devices.history.values.hint')
  }
  return (
    <Box sx={{ mb: 2, width: 400, maxWidth: '100%' }}>
      <Typography variant="subtitle2" component="h2" sx={{ mb: 1.5 }}>
        {translate('devices.history.values.title')}
      </Typography>
      <SeriesChoice
        label={translate('devices.history.values.add')}
        chosen={chosen}
        isListed
        onChange={(next) => choose(next.map(valueOf))}
        series={(query.data ?? []).filter(({ is_hidden }) => !is_hidden)}
        detailOf={({ device_count }) =>
          translate('devices.history.values.devices', { smart_count: device_count })
        }
        hint={hintOf()}
        disabled={isFull}
        isLoading={query.isFetching && !query.data}
        failure={query.isError && !query.data ? translate(msg('devices.valuesFailed')) : undefined}
        onRetry={() => void query.refetch()}
      />
    </Box>
  )
}
