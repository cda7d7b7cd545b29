import NextIcon from '@mui/icons-material/ArrowDownward'
import PreviousIcon from '@mui/icons-material/ArrowUpward'
import { Box, Button, styled } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'
import { TOP_BAR_HEIGHT } from '../../../theme/theme'

/** A key to press. */
const Key = styled('kbd')(({ theme }) => ({
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 400,
  lineHeight: 1.4,
  marginInlineStart: 8,
  padding: '0 5px',
  border: '1px solid currentColor',
  borderRadius: 4,
  opacity: 0.75,
  [theme.breakpoints.down('sm')]: { display: 'none' },
}))

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  paddingBlock: 8,
  backgroundColor: theme.palette.background.paper,
}))

/** On a phone both steps share a line. */
const STEP = {
  flex: { xs: '1 1 0', sm: '0 0 auto' },
  whiteSpace: 'nowrap',
  '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
} as const

interface DiffBarProps {
  count: number
  /** Index of the difference that is shown; null before the first step. */
  difference: number | null
  step: (by: 1 | -1) => void
  isPending: boolean
}

/** How many differences there are, and the steps from one to the next; it stays in sight. */
export function DiffBar({ count, difference, step, isPending }: DiffBarProps) {
  const translate = useTranslate()
  const position = () => {
    if (isPending) return translate('diff.working')
    if (count === 0) return translate('messages.compare.none')
    if (difference === null) return translate('messages.compare.count', { smart_count: count })
    return translate('messages.compare.position', { position: difference + 1, count })
  }
  const steps = [
    { by: -1, name: 'previous', key: 'p', icon: <PreviousIcon /> },
    { by: 1, name: 'next', key: 'n', icon: <NextIcon /> },
  ] as const
  return (
    <Bar>
      <Box
        component="output"
        sx={{ flex: { xs: '1 0 100%', sm: '1 1 160px' }, fontVariantNumeric: 'tabular-nums' }}
      >
        {position()}
      </Box>
      {steps.map(({ by, name, key, icon }) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          startIcon={icon}
          aria-keyshortcuts={key}
          disabled={count === 0}
          sx={STEP}
          onClick={() => step(by)}
        >
          {translate(`messages.compare.${name}`)}
          <Key aria-hidden>{key}</Key>
        </Button>
      ))}
    </Bar>
  )
}
