import { Alert, Box, Link } from '@mui/material'
import { unknownFailure } from '#contract/connectors'
import type { ScriptError } from '#sandbox'
import { useFailureText } from '../../../components/failure/useFailureText'
import { useTranslate } from '../../../i18n/translate'
import type { Mistake } from '../series/result'
import type { Chartable } from './runCode'

interface FailuresProps {
  result: Chartable
  onPlace: (line: number, column: number) => void
}

/** What is wrong, in one line that begins with the name of an error. */
function ErrorText({ error }: { error: ScriptError | Mistake }) {
  const translate = useTranslate()
  const failureText = useFailureText()
  const isOther = 'name' in error && !error.reason
  return (
    <Box
      component="span"
      lang={isOther ? 'en' : undefined}
      sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
    >
      {'mistake' in error
        ? `TypeError: ${translate(`dashboard.mistakes.${error.mistake}`, { series: error.series })}`
        : `${error.name}: ${failureText(error.reason ?? unknownFailure(error.message))}`}
    </Box>
  )
}

/** How many messages failed, and the first error with its place in the code. */
export function Failures({ result: { failed, firstError }, onPlace }: FailuresProps) {
  const translate = useTranslate()
  if (!firstError) return null
  const { line, column } = 'mistake' in firstError ? {} : firstError
  return (
    <Alert severity="warning" sx={{ mb: 2, '.MuiAlert-message': { minWidth: 0 } }}>
      {translate('dashboard.failures', { smart_count: failed })} {translate('dashboard.firstError')}{' '}
      <ErrorText error={firstError} />
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
