import { createContext, useCallback, useContext, useRef, useState } from 'react'
import type { JobAlertEvent } from '#contract/connectors'
import type { Device } from '#contract/devices'
import type { MessageType } from '#contract/messages'
import type { Sandbox } from '#sandbox'
import { useSandbox } from '../../../components/sandbox'

/** What a person chose to try the code on. */
export interface Choice {
  /** By default the connector's first trigger. */
  type?: MessageType
  /** A sample alert instead of a message; by default of a connector without triggers. */
  alert?: JobAlertEvent | null
  /** By default the first device. */
  device?: Device
  /** Whether the devices without a shared tag are included. The switch for it appears if no device shares a tag. */
  anyDevice?: boolean
  /** The edited input, and the key of the sample that was edited. */
  edit?: { of: string; text: string }
}

/** State of the preview that survives a change of the tab. */
export interface Preview {
  sandbox: Sandbox
  choice: Choice
  change: (changes: Partial<Choice>) => void
  /** JSON text of the last job that the code was tried on; null before the first. */
  lastInput: () => string | null
  keepInput: (input: string | null) => void
}

/** The preview of one edit mode. Nothing runs before its tab is opened. */
export function usePreviewState(): Preview {
  const sandbox = useSandbox()
  const [choice, setChoice] = useState<Choice>({})
  const input = useRef<string>(null)
  const change = (changes: Partial<Choice>) => setChoice((current) => ({ ...current, ...changes }))
  const keepInput = useCallback((job: string | null) => void (input.current = job), [])
  return { sandbox, choice, change, lastInput: () => input.current, keepInput }
}

export const PreviewContext = createContext<Preview | null>(null)

/** The preview of the surrounding edit mode. Errors: there is none. */
export function usePreview(): Preview {
  const preview = useContext(PreviewContext)
  if (!preview) throw new Error('PreviewContext is missing')
  return preview
}
