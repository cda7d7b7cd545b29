import CancelledIcon from '@mui/icons-material/BlockOutlined'
import CopyIcon from '@mui/icons-material/ContentCopy'
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { Box, Button, IconButton, Link, styled } from '@mui/material'
import { Fragment, memo, type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { downlinkPermission, type Message } from '#contract/messages'
import { PermissionButton, TimeText, useCopy } from '../../components/page'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { type Answer, answerText, type Exchange, partsOf, type Step } from './conversation'

export const MONOSPACE = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace'

export const Mono = styled('pre')(({ theme }) => ({
  margin: 0,
  fontFamily: MONOSPACE,
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  mark: { color: theme.palette.getContrastText('#ffd54f'), backgroundColor: '#ffd54f' },
}))

const NoteText = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5, 1),
  margin: 0,
  fontSize: '0.8125rem',
  color: theme.palette.text.secondary,
  '& > svg': { fontSize: 18 },
}))

/** A note of the console in the conversation, with its icon. */
function Note({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <NoteText>
      {icon}
      {children}
    </NoteText>
  )
}

/** A text with the hits of the search marked. */
function Marked({ text, query }: { text: string; query: string }) {
  if (query === '') return text
  return partsOf(text, query).map(({ at, text, isHit }) =>
    isHit ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
  )
}

/** How much of a long output is shown at first. */
const SHOWN = { lines: 30, characters: 5000 }

/** The beginning of a long text, or all of a short one. */
function beginningOf(text: string): string {
  const lines = text.split('\n', SHOWN.lines + 1)
  const beginning = lines.length > SHOWN.lines ? lines.slice(0, SHOWN.lines).join('\n') : text
  return beginning.slice(0, SHOWN.characters)
}

/** The output of a device. A long one shows its beginning, except during a search. */
function Output({ text, query }: { text: string; query: string }) {
  const translate = useTranslate()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || query !== '' ? text : beginningOf(text)
  return (
    <>
      <Mono>
        <Marked text={shown} query={query} />
      </Mono>
      {shown !== text && (
        <Button size="small" onClick={() => setWhole(true)}>
          {translate('console.showAll')}
        </Button>
      )}
    </>
  )
}

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
  /** The device has answered the command, so a missing response is noted. */
  isAnswered: boolean
  query: string
}

/** One line of a command and its response; a result other than 0 stands out. Spec 2, section 3. */
function StepView({ step: { line, response }, isAnswered, query }: StepViewProps) {
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

const CANCEL = downlinkPermission('shell', 'delete')

interface CommandStateProps {
  /** A command without an answer. */
  command: Message
  onCancel: (command: Message) => void
}

/** The state of an unanswered command. Spec 2, section 4. */
function CommandState({ command, onCancel }: CommandStateProps) {
  const translate = useTranslate()
  const state = command.down_state
  if (state === null) return null
  if (state === 'cancelled')
    return <Note icon={<CancelledIcon />}>{translate('console.states.cancelled')}</Note>
  return (
    <Note icon={<WaitingIcon />}>
      {translate('console.waiting', { state: translate(`console.states.${state}`) })}
      {state === 'pending' && (
        <PermissionButton permission={CANCEL} size="small" color="error" onClick={() => onCancel(command)}>
          {translate('console.cancel.label')}
        </PermissionButton>
      )}
    </Note>
  )
}

const isReadable = ({ unreadable }: Answer) => unreadable === undefined

const Item = styled('li')(({ theme }) => ({
  padding: theme.spacing(1.5, 2),
  borderTop: `1px solid ${theme.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
}))

interface ExchangeViewProps {
  exchange: Exchange
  /** The searched text; empty without a search. */
  query: string
  onCancel: (command: Message) => void
}

/** A command with its time, and its answers or its state. */
export const ExchangeView = memo(function ExchangeView({ exchange, query, onCancel }: ExchangeViewProps) {
  const { command, answers, steps } = exchange
  const translate = useTranslate()
  const copy = useCopy()
  const addresses = useAddresses()
  const timeOf = ({ id, created_at }: Message) => (
    <Link component={RouterLink} to={addresses.record('messages', id)} color="inherit" underline="hover">
      <TimeText value={created_at} />
    </Link>
  )
  const text = answerText(exchange)
  const orphan = command ? undefined : answers[0]
  return (
    <Item>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Note>
            {command ? timeOf(command) : translate('console.orphan')}
            {orphan?.commandId && (
              <Link component={RouterLink} to={addresses.record('messages', orphan.commandId)}>
                {translate('console.orphanCommand')}
              </Link>
            )}
          </Note>
        </Box>
        {text !== '' && (
          <IconButton
            size="small"
            onClick={() => copy(text)}
            aria-label={translate('console.copyAnswer')}
            title={translate('console.copyAnswer')}
            sx={{ my: -0.5 }}
          >
            <CopyIcon sx={{ fontSize: 16 }} />
          </IconButton>
        )}
      </Box>
      {steps.map((step) => (
        <StepView key={step.index} step={step} isAnswered={answers.some(isReadable)} query={query} />
      ))}
      {answers.map(({ message, unreadable }) => (
        <div key={message.id}>
          {unreadable !== undefined && (
            <>
              <Note>{translate('console.unreadable')}</Note>
              <Output text={unreadable} query={query} />
            </>
          )}
          <Note>
            {translate('console.answered')} {timeOf(message)}
          </Note>
        </div>
      ))}
      {command && answers.length === 0 && <CommandState command={command} onCancel={onCancel} />}
    </Item>
  )
})
