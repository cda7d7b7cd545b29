import { Box, CircularProgress, Typography } from '@mui/material'
import { useId, useRef } from 'react'
import { type AlertTestInput, alertTestsApi } from '#contract/alerts'
import { PermissionButton } from '../../../components/page'
import { useTranslate } from '../texts'
import { TestOutcome } from './TestOutcome'
import { useTest } from './useTest'

interface TestPartProps {
  /** Returns what to test when the button is pressed. */
  inputOf: () => AlertTestInput
  /** Whether it is part of a form, which links must not leave. */
  isInForm?: boolean
}

/** Sends the notifications of an alert, marked as a test, and shows their results. */
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
        // A disabled button would lose the focus while it is busy.
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
