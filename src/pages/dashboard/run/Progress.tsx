import { Box, Button, LinearProgress } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'

interface ProgressProps {
  text: string
  /** Part that is done, from 0 to 1; undefined when nobody knows. */
  part?: number
  onStop?: () => void
}

/** How far something is that takes a while. */
export function Progress({ text, part, onStop }: ProgressProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ mb: 2 }}>
      <LinearProgress
        aria-label={text}
        {...(part !== undefined && { variant: 'determinate', value: part * 100 })}
        sx={{ height: 6, borderRadius: 1, mb: 1 }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Box component="output" sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>
          {text}
        </Box>
        {onStop && (
          <Button size="small" onClick={onStop}>
            {translate('dashboard.stop')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
