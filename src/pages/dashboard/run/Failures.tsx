import { Alert, Box, Link } from '@mui/material'
import { useTranslate } from 'react-admin'
import { unknownFailure } from '#contract/connectors'
import { useFailureText } from '../../../components/failure/useFailureText'
import type { Chartable } from './runCode'

interface FailuresProps {
  result: Chartable
  onPlace: (line: number, column: number) => void
}

/** How many messages failed, and the first error with its place in the code. */
export function Failures({ result: { failed, firstError }, onPlace }: FailuresProps) {
  const translate = useTranslate()
  const failureText = useFailureText()
  if (!firstError) return null
  const { name, message, line, column, reason } = firstError
  return (
    <Alert severity="warning" sx={{ mb: 2, '.MuiAlert-message': { minWidth: 0 } }}>
      {translate('dashboard.failures', { smart_count: failed })} {translate('dashboard.firstError')}{' '}
      <Box
        component="span"
        lang={reason ? undefined : 'en'}
        sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
      >
        {name}: {failureText(reason ?? unknownFailure(message))}
      </Box>
      {line !== undefined && (
        <>
          {' ('}
          <Link component="button" type="button" onClick={() => onPlace(line, column ?? 1)}>
            {column === undefined
              ? translate('dashboard.line', { line })
              : translate('dashboard.place', { line, column })}
          </Link>
          )
        </>
      )}
    </Alert>
  )
}
