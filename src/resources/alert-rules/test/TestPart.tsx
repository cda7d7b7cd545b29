import { Box, CircularProgress, Typography } from '@mui/material'
import { useId, useRef } from 'react'
import { type AlertTestInput, alertTestsApi } from '#contract/alerts'
import { PermissionButton } from '../../../components/page'
import { useTranslate } from '../texts'
import { TestOutcome } from './TestOutcome'
import { useTest } from './useTest'

interface TestPartProps {
  /** What is tested, when the button is pressed. */
  inputOf: () => AlertTestInput
  /** It is part of a form, which links must not leave. */
  isInForm?: boolean
}

/** Sends what an alert would send, marked as a test, and shows what came of it. */
export default function TestPart({ inputOf, isInForm = false }: TestPartProps) {
  const translate = useTranslate()
  const hintId = useId()
  const { send, isSending, test, error } = useTest()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Box>
      <Typography id={hintId} variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {translate('alert-rules.test.hint')}
      </Typography>
      <PermissionButton
        ref={button}
        permission={alertTestsApi.send.permission}
        variant="outlined"
        // A button that is disabled while it is busy would lose the focus.
        aria-busy={isSending}
        aria-describedby={hintId}
        startIcon={isSending ? <CircularProgress size={16} color="inherit" /> : undefined}
        onClick={() => !isSending && send(inputOf())}
      >
        {translate('alert-rules.test.send')}
      </PermissionButton>
      {test && <TestOutcome key={test.id} test={test} isStale={error !== null} isInForm={isInForm} />}
    </Box>
  )
}
