import { Box, Button } from '@mui/material'
import { useTranslate } from '../../i18n/translate'

interface PartBarProps {
  /** Index of the part that is shown. */
  shown: number
  count: number
  showPart: (part: number) => void
}

/** Leads through the parts of long bodies. */
export function PartBar({ shown, count, showPart }: PartBarProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
      <Box component="span" sx={{ color: 'text.secondary', flex: '1 1 240px' }}>
        {translate('diff.parted')}
      </Box>
      <Button size="small" disabled={shown === 0} onClick={() => showPart(shown - 1)}>
        {translate('diff.previousPart')}
      </Button>
      <output>{translate('diff.part', { part: shown + 1, count })}</output>
      <Button size="small" disabled={shown === count - 1} onClick={() => showPart(shown + 1)}>
        {translate('diff.nextPart')}
      </Button>
    </Box>
  )
}
