import { Box } from '@mui/material'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import type { Preview } from './PreviewContext'
import { type FailedVerdict, useErrorLine, verdictOf } from './run'

/** An open question. */
interface SaveQuestion {
  /** Why the code fails on the sample. */
  failed: FailedVerdict
  answer: (save: boolean) => void
}

/**
 * Before code is saved, runs it on the sample of the preview, if there is one, and asks if it fails.
 * `confirmSave` resolves with whether to save; the question belongs into a `SaveWarning`.
 */
export function useSaveWarning({ sandbox, lastInput }: Pick<Preview, 'sandbox' | 'lastInput'>) {
  const [question, setQuestion] = useState<SaveQuestion | null>(null)

  const confirmSave = async ({ transformation }: { transformation: string }): Promise<boolean> => {
    const input = lastInput()
    if (input === null) return true
    const script = { source: transformation, entry: 'main' } as const
    // If the sandbox does not start, the code cannot be tried and is saved.
    const outcome = await sandbox.run(script, input).catch(() => null)
    const verdict = outcome && verdictOf(outcome)
    if (verdict?.kind !== 'failed') return true
    return new Promise((resolve) => {
      const answer = (save: boolean) => {
        setQuestion(null)
        resolve(save)
      }
      setQuestion({ failed: verdict, answer })
    })
  }
  return { question, confirmSave }
}

/** Asks before code is saved that fails on the sample. */
export function SaveWarning({ question }: { question: SaveQuestion | null }) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  return (
    <ConfirmDialog
      open={question !== null}
      title={translate('connectors.preview.save.title')}
      confirmLabel={translate('connectors.preview.save.anyway')}
      closeLabel={translate('connectors.preview.save.back')}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    >
      {translate('connectors.preview.save.text')}
      <Box
        component="pre"
        sx={{ m: 0, mt: 1, color: 'error.main', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {question && errorLine(question.failed)}
      </Box>
    </ConfirmDialog>
  )
}
