import { Box, Typography } from '@mui/material'
import type { Outcomes } from '../bulk/runBulk'
import { useTranslate } from './texts'

/** Maximum number of failed SIMs in the list; the file of outcomes has all. */
const LISTED = 100

interface FailedSimsProps {
  run: { ids: readonly string[]; outcomes: Outcomes }
  /** Name of the list. */
  label: string
  /** The text for a SIM; `message` is the server's sentence or a text key. */
  textOf: (id: string, message: string) => string
}

/** SIMs of a run that failed or whose outcome is unknown. */
export function FailedSims({ run: { ids, outcomes }, label, textOf }: FailedSimsProps) {
  const translate = useTranslate()
  const failures = ids.flatMap((id) => {
    const outcome = outcomes.get(id)
    return outcome && 'message' in outcome ? [{ id, text: textOf(id, outcome.message) }] : []
  })
  if (failures.length === 0) return null
  const others = failures.length - LISTED
  return (
    <>
      <Box
        component="ul"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll it
        tabIndex={0}
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 280, overflow: 'auto' }}
      >
        {failures.slice(0, LISTED).map(({ id, text }) => (
          <Box
            component="li"
            key={id}
            sx={{
              py: 0.5,
              borderTop: 1,
              borderColor: 'divider',
              color: 'error.main',
              overflowWrap: 'anywhere',
            }}
          >
            {text}
          </Box>
        ))}
      </Box>
      {others > 0 && (
        <Typography variant="body2" color="text.secondary">
          {translate('sims.others', { smart_count: others })}
        </Typography>
      )}
    </>
  )
}
