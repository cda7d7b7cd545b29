import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import type { Attempt } from '#contract/connectors'
import { formatTime } from '../../../components/page/TimeText'
import { useTranslate } from '../../../i18n/translate'
import { AttemptView } from './AttemptView'
import { Outcome } from './Result'

/** What an attempt was and what came of it, in one line. */
function AttemptTitle({ attempt }: { attempt: Attempt }) {
  const translate = useTranslate()
  const locale = useLocale()
  return (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      <strong>{translate('connectors.deliveries.tries.number', { number: attempt.attempt + 1 })}</strong>
      {' · '}
      {formatTime(Date.parse(attempt.created_at), locale)}
      {' · '}
      <Outcome {...attempt} />
    </Typography>
  )
}

/** Every attempt of a delivery, newest first; the newest is open. */
export function Attempts({ tries }: { tries: readonly Attempt[] }) {
  const translate = useTranslate()
  if (tries.length === 0) return translate('connectors.deliveries.tries.none')
  return tries.toReversed().map((attempt, index) => (
    <Accordion
      key={attempt.attempt}
      defaultExpanded={index === 0}
      variant="outlined"
      disableGutters
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandIcon />}>
        <AttemptTitle attempt={attempt} />
      </AccordionSummary>
      <AccordionDetails>
        <AttemptView attempt={attempt} />
      </AccordionDetails>
    </Accordion>
  ))
}
