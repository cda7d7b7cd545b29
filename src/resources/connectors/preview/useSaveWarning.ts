import { useState } from 'react'
import type { Preview } from './PreviewContext'
import { type FailedVerdict, verdictOf } from './verdict'

/** A question that waits for its answer. */
export interface SaveQuestion {
  /** Why the code fails on the sample. */
  failed: FailedVerdict
  answer: (save: boolean) => void
}

/**
 * Runs code that is about to be saved on the sample of the preview, where there is one, and asks when it fails.
 * `confirmSave` answers whether it is to be saved.
 */
export function useSaveWarning({ sandbox, lastInput }: Pick<Preview, 'sandbox' | 'lastInput'>) {
  const [question, setQuestion] = useState<SaveQuestion | null>(null)

  const confirmSave = async ({ transformation }: { transformation: string }): Promise<boolean> => {
    const input = lastInput()
    if (input === null) return true
    const script = { source: transformation, entry: 'main' } as const
    // Where the sandbox does not start, nothing is known against the code.
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
