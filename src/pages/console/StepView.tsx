import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import { styled } from '@mui/material'
import { useTranslate } from '../../i18n/translate'
import type { Step } from './conversation'
import { Marked } from './Marked'
import { Output } from './Output'
import { Mono, Note } from './parts'

const Line = styled(Mono)(({ theme }) => ({
  fontWeight: 600,
  paddingLeft: '1.5em',
  textIndent: '-1.5em',
  '&::before': { content: '"› "', color: theme.palette.primary.main, whiteSpace: 'pre' },
}))

const Response = styled('div')(({ theme }) => ({
  margin: theme.spacing(0.5, 0, 1),
  paddingLeft: theme.spacing(1.5),
  borderLeft: `3px solid ${theme.palette.divider}`,
  '&[data-failed]': { borderColor: theme.palette.error.main },
}))

const Result = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  fontSize: '0.8125rem',
  fontWeight: 600,
  color: theme.palette.error.main,
  svg: { fontSize: 18 },
}))

interface StepViewProps {
  step: Step
  /** The device has answered the command, so that a missing response is worth a word. */
  isAnswered: boolean
  query: string
}

/** One line of a command and what came back; a result that is not 0 stands out. Spec 2, section 3. */
export function StepView({ step: { line, response }, isAnswered, query }: StepViewProps) {
  const translate = useTranslate()
  const isFailed = response !== undefined && response.result !== 0
  return (
    <>
      {line !== undefined && (
        <Line>
          <Marked text={line} query={query} />
        </Line>
      )}
      {response && (
        <Response data-failed={isFailed || undefined}>
          {isFailed && (
            <Result>
              <ErrorIcon />
              {translate('console.result', { result: response.result })}
            </Result>
          )}
          {response.outputs.length > 0 && <Output text={response.outputs.join('\n')} query={query} />}
          {!isFailed && response.outputs.length === 0 && <Note>{translate('console.noOutput')}</Note>}
        </Response>
      )}
      {!response && isAnswered && (
        <Response>
          <Note>{translate('console.noResponse')}</Note>
        </Response>
      )}
    </>
  )
}
