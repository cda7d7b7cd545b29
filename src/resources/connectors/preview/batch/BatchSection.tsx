import { Box, Button, TextField, Typography } from '@mui/material'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type Connector, typesOf } from '#contract/connectors'
import { LoadFailed } from '../../../../components/page'
import { useTranslate } from '../../../../i18n/translate'
import type { ConnectorValues } from '../../form/codec'
import type { Sample } from '../sample/useSample'
import { BatchStatus } from './BatchStatus'
import { GroupTable } from './GroupTable'
import { isUnderWay, useBatch } from './useBatch'

interface BatchSectionProps {
  connector: Connector
  sample: Sample
  source: string
  /** Makes a message the sample. */
  onOpen: (messageId: string) => void
}

/** Tries the code on the last messages that would trigger the connector, and groups what would become of them. */
export function BatchSection({ connector, sample, source, onOpen }: BatchSectionProps) {
  const translate = useTranslate()
  const titleId = useId()
  const { state, start, stop } = useBatch(connector)
  const [isOneDevice, setIsOneDevice] = useState(false)
  const [direction, triggers, tags] = useWatch<ConnectorValues, ['direction', 'triggers', 'tags']>({
    name: ['direction', 'triggers', 'tags'],
  })
  const { device, devices } = sample
  const isBusy = isUnderWay(state)
  const tagIds = tags.map(({ id }) => id)
  const scope = isOneDevice && device ? { device_id: device.id } : { tagIds }
  const begin = () => start({ source, devices, wanted: { scope, types: typesOf(triggers), direction } })

  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography variant="h2" id={titleId} sx={{ mb: 2 }}>
        {translate('connectors.preview.batch.title')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <TextField
          select
          size="small"
          label={translate('connectors.preview.batch.scope')}
          value={isOneDevice ? 'device' : 'tags'}
          onChange={({ target }) => setIsOneDevice(target.value === 'device')}
          slotProps={{ select: { native: true } }}
          sx={{ flex: { xs: '1 1 100%', sm: '0 1 360px' } }}
        >
          <option value="tags">{translate('connectors.preview.batch.tags')}</option>
          {device && (
            <option value="device">
              {translate('connectors.preview.batch.device', { name: device.name })}
            </option>
          )}
        </TextField>
        {isBusy ? (
          <Button variant="outlined" onClick={stop}>
            {translate('connectors.preview.batch.stop')}
          </Button>
        ) : (
          <Button variant="outlined" onClick={begin}>
            {translate('connectors.preview.batch.run')}
          </Button>
        )}
        <BatchStatus state={state} isChanged={state.source !== source} />
      </Box>
      {state.name === 'failed' && <LoadFailed error={state.error} onRetry={begin} />}
      {!isBusy && state.groups.length > 0 && <GroupTable groups={state.groups} onOpen={onOpen} />}
    </Box>
  )
}
