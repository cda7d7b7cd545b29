import CancelledIcon from '@mui/icons-material/BlockOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import WaitingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { Box, Button, Link, styled } from '@mui/material'
import { Fragment, memo, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { downlinkPermission, type Message } from '#contract/messages'
import { DownlinkState } from '../../components/downlink/DownlinkState'
import { isOpen, isUnknown } from '../../components/downlink/state'
import { CopyButton, PermissionButton, TimeText } from '../../components/page'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { answerText, type Exchange, partsOf, type Step } from './conversation'
import { useTranslate } from './texts'

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

/** A note of the console in the conversation. */
const Note = styled('p')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5, 1),
  margin: 0,
  fontSize: '0.8125rem',
  color: theme.palette.text.secondary,
  '& > svg': { fontSize: 18 },
}))

/** A text with its search hits marked. */
function Marked({ text, query }: { text: string; query: string }) {
  return partsOf(text, query).map(({ at, text, isHit }) =>
    isHit ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
  )
}

/** Lines and characters of a long output that are shown at first. */
const SHOWN = { lines: 30, characters: 5000 }

/** The beginning of a long text, or all of a short one. */
function beginningOf(text: string): string {
  const lines = text.split('\n', SHOWN.lines + 1)
  const beginning = lines.length > SHOWN.lines ? lines.slice(0, SHOWN.lines).join('\n') : text
  return beginning.slice(0, SHOWN.characters)
}

/** Output of a device. A long one is shortened, except during a search. */
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

interface StepViewProps extends Step {
  /** Whether the device has answered the command; then a missing response is noted. */
  isAnswered: boolean
  query: string
}

/** One line of a command and its response; a result other than 0 stands out. Rules, "Shell console". */
function StepView({ line, response, isAnswered, query }: StepViewProps) {
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
            <Note sx={{ color: 'error.main', fontWeight: 600 }}>
              <ErrorIcon />
              <span>{translate('console.result', { result: response.result })}</span>
            </Note>
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

/** The state of a command without an answer. Rules, "Shell console". */
function CommandState({ command, onCancel }: { command: Message } & Pick<ExchangeViewProps, 'onCancel'>) {
  const translate = useTranslate()
  const { down_state: state, device_confirms } = command
  if (state === null) return null
  if (state === 'cancelled' && device_confirms === null)
    return (
      <Note>
        <CancelledIcon />
        {translate('console.states.cancelled')}
      </Note>
    )
  // Nobody waits for the response to a command with an outcome.
  if (state === 'cancelled' || !isUnknown(command))
    return (
      <Note>
        <DownlinkState message={command} />
      </Note>
    )
  return (
    <Note>
      <WaitingIcon />
      <span>{translate('console.waiting', { state: translate(`console.states.${state}`) })}</span>
      {device_confirms !== null && <DownlinkState message={command} />}
      {isOpen(command) && (
        <PermissionButton permission={CANCEL} size="small" color="error" onClick={() => onCancel(command)}>
          {translate('console.cancel.label')}
        </PermissionButton>
      )}
    </Note>
  )
}

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
  const addresses = useAddresses()
  const timeOf = ({ id, created_at }: Message) => (
    <Link component={RouterLink} to={addresses.record('messages', id)} color="inherit" underline="hover">
      <TimeText value={created_at} />
    </Link>
  )
  const text = answerText(exchange)
  const isAnswered = answers.some(({ unreadable }) => unreadable === undefined)
  const orphan = command ? undefined : answers[0]
  return (
    <Item>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1, '& > button': { my: -0.5 } }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Note>
            {command ? timeOf(command) : <span>{translate('console.orphan')}</span>}
            {orphan?.commandId && (
              <Link component={RouterLink} to={addresses.record('messages', orphan.commandId)}>
                {translate('console.orphanCommand')}
              </Link>
            )}
          </Note>
        </Box>
        {text !== '' && <CopyButton value={text} what={translate('console.answer')} />}
      </Box>
      {steps.map((step) => (
        <StepView key={step.index} {...step} {...{ isAnswered, query }} />
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
