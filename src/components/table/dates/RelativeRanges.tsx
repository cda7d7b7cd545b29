import { Box, Button, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DateRange } from '../filterValues'
import { RELATIVE_RANGES, relativeRange } from './ranges'

/** Ranges that end now; choosing one applies it. Spec 1, section 9. */
export function RelativeRanges({ onChoose }: { onChoose: (range: DateRange) => void }) {
  const translate = useTranslate()
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
      {RELATIVE_RANGES.map((range) => (
        <Button
          key={range.key + range.count}
          size="small"
          color="inherit"
          sx={{ justifyContent: 'flex-start', whiteSpace: 'nowrap', fontWeight: 400 }}
          onClick={() => onChoose(relativeRange(range, new Date()))}
        >
          {translate(`table.date.${range.key}`, { smart_count: range.count })}
        </Button>
      ))}
    </Box>
  )
}
