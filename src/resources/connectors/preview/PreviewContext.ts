import { createContext, useCallback, useContext, useRef, useState } from 'react'
import type { JobAlertEvent } from '#contract/connectors'
import type { Device } from '#contract/devices'
import type { MessageType } from '#contract/messages'
import type { Sandbox } from '#sandbox'
import { useSandbox } from '../../../components/sandbox'

/** The person's choice of a sample. */
export interface Choice {
  /** Default: the connector's first trigger. */
  type?: MessageType
  /** A sample alert instead of a message; default for a connector without triggers. */
  alert?: JobAlertEvent | null
  /** Default: the first device. */
  device?: Device
  /** Whether devices without a shared tag are included. Its switch appears if no device shares a tag. */
  anyDevice?: boolean
  /** The edited input, and the key of its sample. */
  edit?: { of: string; text: string }
}

/** State of the preview; it survives a change of tab. */
export interface Preview {
  sandbox: Sandbox
  choice: Choice
  change: (changes: Partial<Choice>) => void
  /** JSON text of the last job that the code ran on; null before the first. */
  lastInput: () => string | null
  keepInput: (input: string | null) => void
}

/** Preview of one edit mode. Nothing runs before its tab opens. */
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
