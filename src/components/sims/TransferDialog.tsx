import { Alert, Box, Button, DialogActions, DialogContent, DialogContentText } from '@mui/material'
import { useRef, useState } from 'react'
import { useLocale } from 'react-admin'
import { simsApi } from '#contract/sims'
import { useSpaceport } from '../../dataProvider/queries'
import { useTranslateText } from '../../i18n'
import { BulkButtons, BulkProgress, SaveResults } from '../bulk/BulkResults'
import type { BulkJob } from '../bulk/machine'
import { useBulkRun } from '../bulk/useBulkRun'
import { useLeaveQuestion } from '../bulk/useLeaveQuestion'
import { TaskDialog } from '../dialog/TaskDialog'
import { FailedSims } from './FailedSims'
import { LinesInput } from './LinesInput'
import { useTranslate } from './texts'
import { readTransferLines } from './transferIds'

/** Maximum number of SIMs in one transfer. */
const SIMS_MAX = 10_000
/** Maximum number of invalid lines to list. */
const LISTED_MAX = 20

/** Buttons that go to the invalid lines. */
function WrongLines({ wrong, onShow }: { wrong: readonly number[]; onShow: (line: number) => void }) {
  const translate = useTranslate()
  const others = wrong.length - LISTED_MAX
  return (
    <Alert severity="error" sx={{ mt: 1 }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {wrong.slice(0, LISTED_MAX).map((line) => (
          <li key={line}>
            <Button
              size="small"
              color="inherit"
              onClick={() => onShow(line)}
              sx={{ px: 0.5, py: 0, fontWeight: 400 }}
            >
              {translate('sims.wrong', { line: String(line) })}
            </Button>
          </li>
        ))}
        {others > 0 && <li>{translate('sims.otherLines', { smart_count: others })}</li>}
      </Box>
    </Alert>
  )
}

/** Transfers SIM cards to this installation, by IMSI or ICCID. Rules, "SIM cards". */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const translateText = useTranslateText()
  const numbers = new Intl.NumberFormat(useLocale())
  const { ask } = useSpaceport()
  const [text, setText] = useState('')
  /** The person has tried to submit; from then on, errors are shown. */
  const [isChecked, setChecked] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const run = useBulkRun()
  const leaving = useLeaveQuestion({ run })

  const { ids, wrong, repeated } = readTransferLines(text)
  const isTooMany = ids.length > SIMS_MAX
  const shownWrong = isChecked ? wrong : []
  const isIdle = run.state === 'idle'

  // Transferring a SIM again changes nothing.
  const job: BulkJob = {
    work: async (id, _signal, headers) => {
      await ask(simsApi.update, { params: { simId: id }, headers })
      return 'done'
    },
  }
  const submit = () => {
    setChecked(true)
    if (wrong.length > 0 || isTooMany || ids.length === 0) input.current?.focus()
    else void run.start([...ids], job)
  }
  const show = (line: number) => {
    const before = text.split('\n', line - 1).join('\n').length
    const start = line === 1 ? 0 : before + 1
    input.current?.focus()
    input.current?.setSelectionRange(start, start + (text.split('\n')[line - 1] ?? '').length)
  }
  const close = () => (run.isRunning ? leaving.ask() : onClose())
  const summary = [
    ...(ids.length > 0 ? [translate('sims.ids', { smart_count: ids.length })] : []),
    ...(repeated > 0 ? [translate('sims.repeated', { smart_count: repeated })] : []),
  ]

  return (
    <TaskDialog
      title={translate('sims.title')}
      // A click outside must not discard what was typed.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && close()}
    >
      <DialogContent>
        {isIdle ? (
          <>
            <DialogContentText>{translate('sims.intro')}</DialogContentText>
            <LinesInput
              label={translate('sims.label')}
              hint={[translate('sims.hint'), ...summary].join(' ')}
              value={text}
              onChange={setText}
              wrong={shownWrong}
              input={input}
              error={
                <>
                  {shownWrong.length > 0 && <WrongLines wrong={shownWrong} onShow={show} />}
                  {isTooMany && (
                    <Alert severity="error" sx={{ mt: 1 }}>
                      {translate('sims.tooMany', { max: numbers.format(SIMS_MAX) })}
                    </Alert>
                  )}
                </>
              }
            />
          </>
        ) : (
          <>
            <BulkProgress run={run} />
            <FailedSims
              run={run}
              label={translate('sims.failures')}
              textOf={(id, message) => `${translate('sims.failed', { id })}: ${translateText(message)}`}
            />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {isIdle && (
          <>
            <Button onClick={close}>{translate('page.cancel')}</Button>
            <Button variant="contained" disabled={text.trim() === ''} onClick={submit}>
              {translate(ids.length > 0 ? 'sims.submit' : 'sims.submitNone', {
                smart_count: ids.length,
              })}
            </Button>
          </>
        )}
        <BulkButtons run={run} retryLabel={(count) => translate('sims.retry', count)} />
        {run.state === 'finished' && (
          <>
            <SaveResults run={run} nameOf={() => ''} file="sim-transfer" owner="" />
            <Button variant="contained" onClick={close}>
              {translate('common.close')}
            </Button>
          </>
        )}
      </DialogActions>
      {leaving.question}
    </TaskDialog>
  )
}
