import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'
import type { DateRange } from '../filterValues'
import { RELATIVE_RANGES } from './ranges'
import { useRelativeText } from './useRelativeText'

interface RelativeRangesProps {
  applied: DateRange | undefined
  onChoose: (range: DateRange) => void
}

/** Ranges that end now, whenever that is; choosing one applies it. Spec 1, section 9. */
export function RelativeRanges({ applied, onChoose }: RelativeRangesProps) {
  const translate = useTranslate()
  const textOf = useRelativeText()
  const active = applied && 'relative' in applied ? applied.relative : undefined
  return (
    <Box
      role="group"
      aria-label={translate('table.date.ranges')}
      sx={{
        display: 'flex',
        flexDirection: { sm: 'column' },
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        gap: 0.5,
      }}
    >
      <Typography variant="body2" color="text.secondary" sx={{ width: { xs: '100%', sm: 'auto' }, px: 1 }}>
        {translate('table.date.ranges')}
      </Typography>
      {RELATIVE_RANGES.map((relative) => (
        <Button
          key={relative}
          size="small"
          color={relative === active ? 'primary' : 'inherit'}
          aria-pressed={relative === active}
          sx={{
            justifyContent: 'flex-start',
            whiteSpace: 'nowrap',
            fontWeight: relative === active ? 600 : 400,
          }}
          onClick={() => onChoose({ relative })}
        >
          {textOf(relative)}
        </Button>
      ))}
    </Box>
  )
}
