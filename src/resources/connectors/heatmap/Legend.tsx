import { Box, useTheme } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'
import { HEALTHS, ICONS, LOOKS } from './looks'

/** What the colours and signs of the heatmap mean. */
export function Legend() {
  const translate = useTranslate()
  const looks = LOOKS[useTheme().palette.mode]
  return (
    <Box
      component="ul"
      aria-label={translate('connectors.heatmap.legend')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 1,
        m: 0,
        mt: 1.5,
        p: 0,
        listStyle: 'none',
        fontSize: '0.875rem',
      }}
    >
      {HEALTHS.map((health) => {
        const { ground, sign } = looks[health]
        const Icon = ICONS[health]
        return (
          <Box component="li" key={health} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Icon sx={{ fontSize: 16, p: '2px', borderRadius: 0.5, color: sign, bgcolor: ground }} />
            {translate(`connectors.heatmap.health.${health}`)}
          </Box>
        )
      })}
    </Box>
  )
}
