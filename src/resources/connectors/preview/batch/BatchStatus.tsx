import { Box, LinearProgress } from '@mui/material'
import { useTranslate } from '../../../../i18n/translate'
import { type BatchState, isUnderWay } from './useBatch'

interface BatchStatusProps {
  state: BatchState
  /** The code is no longer that of the run. */
  isChanged: boolean
}

/** How far a run over many messages is, and what it went over. */
export function BatchStatus({ state, isChanged }: BatchStatusProps) {
  const translate = useTranslate()
  const { name, done, total } = state
  if (name === 'idle' || name === 'failed') return null
  const isBusy = isUnderWay(state)
  const text = name === 'finished' && total === 0 ? 'none' : name
  return (
    <>
      {/* Told when it has ended: nobody listens to 200 numbers. */}
      <Box
        component="output"
        aria-live={isBusy ? 'off' : 'polite'}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {translate(`connectors.preview.batch.${text}`, { done, smart_count: total })}{' '}
        {!isBusy && isChanged && translate('connectors.preview.batch.changed')}
      </Box>
      {isBusy && (
        <LinearProgress
          {...(total > 0 && { variant: 'determinate', value: (100 * done) / total })}
          aria-label={translate('connectors.preview.batch.title')}
          sx={{ flex: '1 0 100%', height: 8, borderRadius: 1 }}
        />
      )}
    </>
  )
}
