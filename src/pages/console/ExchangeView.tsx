import CopyIcon from '@mui/icons-material/ContentCopy'
import { Box, IconButton, Link, styled } from '@mui/material'
import { memo } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { TimeText, useCopy } from '../../components/page'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { CommandState } from './CommandState'
import { answerText, type Exchange } from './conversation'
import { Output } from './Output'
import { Note } from './parts'
import { StepView } from './StepView'

const Item = styled('li')(({ theme }) => ({
  padding: theme.spacing(1.5, 2),
  borderTop: `1px solid ${theme.palette.divider}`,
  '&:first-of-type': { borderTop: 0 },
}))

interface ExchangeViewProps {
  exchange: Exchange
  /** What is searched for; empty when nothing is. */
  query: string
  onCancel: (command: Message) => void
}

/** A command with its time, its answer or what it waits for. */
export const ExchangeView = memo(function ExchangeView({ exchange, query, onCancel }: ExchangeViewProps) {
  const { command, answers, steps } = exchange
  const translate = useTranslate()
  const copy = useCopy()
  const messages = `/space/${useSpaceId()}/messages`
  const timeOf = ({ id, created_at }: Message) => (
    <Link component={RouterLink} to={`${messages}/${id}`} color="inherit" underline="hover">
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
              <Link component={RouterLink} to={`${messages}/${orphan.commandId}`}>
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

const isReadable = ({ unreadable }: Exchange['answers'][number]) => unreadable === undefined
