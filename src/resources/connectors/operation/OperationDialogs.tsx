import {
  Button,
  DialogActions,
  DialogContent,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { type Backlog, type Connector, connectorsApi, type Operation, type Pause } from '#contract/connectors'
import { formatMinute, serverNow, useClock } from '../../../clock'
import { SPANS, type Span, untilOf } from '../../../clock/snooze'
import { LoadingButton } from '../../../components/action/LoadingButton'
import { TaskDialog, useKeptPlace } from '../../../components/dialog/TaskDialog'
import { useFailureToast } from '../../../components/page'
import { toast } from '../../../components/toast/toasts'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from '../texts'
import { useBacklogText, useRefreshOperation } from './useOperation'

interface ChoicesProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  choices: readonly { id: Value; name: string }[]
}

function Choices<Value extends string>({ label, value, onChange, choices }: ChoicesProps<Value>) {
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup aria-labelledby={id} value={value}>
        {choices.map((choice) => (
          <FormControlLabel
            key={choice.id}
            value={choice.id}
            control={<Radio onChange={() => onChange(choice.id)} />}
            label={choice.name}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

interface FrameProps {
  title: string
  confirmLabel: string
  onClose: () => void
  /** Runs the action. Resolves to the text of the toast. */
  onConfirm: () => Promise<string>
  children: ReactNode
}

function Frame({ title, confirmLabel, onClose, onConfirm, children }: FrameProps) {
  const translate = useTranslate()
  const showFailure = useFailureToast()
  const refresh = useRefreshOperation()
  const [busy, setBusy] = useState(false)
  useKeptPlace()
  const confirm = async () => {
    setBusy(true)
    try {
      toast({ kind: 'success', title: await onConfirm() })
      await refresh()
      onClose()
    } catch (error) {
      showFailure(error)
      setBusy(false)
    }
  }
  return (
    <TaskDialog title={title} onClose={() => !busy && onClose()}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
        style={{ display: 'contents' }}
      >
        <DialogContent>
          <Stack sx={{ gap: 2 }}>{children}</Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {translate('page.cancel')}
          </Button>
          <LoadingButton type="submit" variant="contained" loading={busy}>
            {confirmLabel}
          </LoadingButton>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}

const BACKLOGS = ['deliver', 'skip'] as const satisfies Backlog[]

interface DialogProps {
  connector: Connector
  operation: Operation
  onClose: () => void
}

/** Asks how long to pause a connector, and what to do with waiting deliveries afterwards. */
export function PauseDialog({ connector, operation, onClose }: DialogProps) {
  const translate = useTranslate()
  const clock = useClock()
  const { ask } = useSpaceport()
  const [span, setSpan] = useState<Span>('tomorrow')
  // A change of the end keeps the choice for waiting deliveries.
  const [backlog, setBacklog] = useState<Backlog>(operation.then ?? 'deliver')
  const [isChange] = useState(operation.state === 'paused')
  const pause = async () => {
    // Until the server's limit, which may be less.
    const until = span === 'week' ? undefined : new Date(untilOf(span, clock.zone)).toISOString()
    // oxlint-disable-next-line unicorn/no-thenable -- a field of the API, and never a function
    const body: Pause = { until, then: backlog }
    await ask(connectorsApi.pause, { params: { connectorId: connector.id }, body })
    return translate(`connectors.operation.done.${isChange ? 'changed' : 'paused'}`)
  }
  return (
    <Frame
      title={translate(`connectors.operation.${isChange ? 'changeTitle' : 'pauseTitle'}`, {
        name: connector.name,
      })}
      confirmLabel={translate(`connectors.operation.${isChange ? 'change' : 'pause'}`)}
      onConfirm={pause}
      onClose={onClose}
    >
      <Typography>{translate('connectors.operation.pauseText')}</Typography>
      <Choices
        label={translate('connectors.operation.howLong')}
        value={span}
        onChange={setSpan}
        choices={SPANS.map((id) => ({
          id,
          name: translate(`connectors.operation.spans.${id}`, {
            time: formatMinute(untilOf(id, clock.zone), clock),
          }),
        }))}
      />
      <Choices
        label={translate('connectors.operation.whenOver')}
        value={backlog}
        onChange={setBacklog}
        choices={BACKLOGS.map((id) => ({ id, name: translate(`connectors.operation.later.${id}`) }))}
      />
    </Frame>
  )
}

/** Asks what to do with the waiting deliveries, and says how many there are. */
export function ResumeDialog({ connector, operation, onClose }: DialogProps) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const backlogText = useBacklogText()
  // Keeps the numbers from when the dialog opened, so that none changes while people decide.
  const [asked] = useState(() => ({ operation, now: serverNow() }))
  const [backlog, setBacklog] = useState<Backlog>('deliver')
  const isTry = asked.operation.state === 'waiting'
  const resume = async () => {
    const body = { backlog }
    const { count } = await ask(connectorsApi.resume, { params: { connectorId: connector.id }, body })
    return backlog === 'skip'
      ? translate('connectors.operation.done.skip', { smart_count: count })
      : translate(`connectors.operation.done.${isTry ? 'tried' : 'deliver'}`)
  }
  return (
    <Frame
      title={translate(`connectors.operation.${isTry ? 'tryTitle' : 'resumeTitle'}`, {
        name: connector.name,
      })}
      confirmLabel={translate(`connectors.operation.${isTry ? 'tryNow' : 'resume'}`)}
      onConfirm={resume}
      onClose={onClose}
    >
      <Typography>
        {translate('connectors.operation.backlog', { backlog: backlogText(asked.operation, asked.now) })}
      </Typography>
      {asked.operation.waiting && !isTry ? (
        <Choices
          label={translate('connectors.operation.what')}
          value={backlog}
          onChange={setBacklog}
          choices={BACKLOGS.map((id) => ({ id, name: translate(`connectors.operation.now.${id}`) }))}
        />
      ) : null}
    </Frame>
  )
}
