import { Alert, Box, LinearProgress } from '@mui/material'
import { reasonOf } from '../../../dataProvider/client'
import { useTranslate } from '../../../i18n/translate'
import type { ExportState } from './useExport'

interface ExportProgressProps {
  state: ExportState
  /** Number of messages that were read. */
  count: number
  total: number | undefined
}

/** How far an export is, told to screen readers as well, and what went wrong. */
export function ExportProgress({ state, count, total }: ExportProgressProps) {
  const translate = useTranslate()
  // The total was counted before; messages may have come since then.
  const isKnown = total !== undefined && total > 0 && count <= total
  const text = () => {
    if (state.name === 'finished' && count === 0) return translate('messages.exporting.nothing')
    if (state.name === 'finished') return translate('messages.exporting.finished', { smart_count: count })
    return isKnown
      ? translate('messages.exporting.progressOf', { smart_count: total, count })
      : translate('messages.exporting.progress', { smart_count: count })
  }
  return (
    <>
      {state.name === 'running' && (
        <LinearProgress
          {...(isKnown && { variant: 'determinate', value: (100 * count) / total })}
          aria-label={translate('messages.exporting.progressLabel')}
          sx={{ height: 8, borderRadius: 1, mb: 1 }}
        />
      )}
      <Box component="output" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        {text()}
      </Box>
      {state.name === 'failed' && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {translate(reasonOf(state.error), { _: reasonOf(state.error) })}
        </Alert>
      )}
    </>
  )
}
