import { createContext, useCallback, useContext, useRef, useState } from 'react'
import type { Device } from '#contract/devices'
import type { MessageType } from '#contract/messages'
import type { Sandbox } from '#sandbox'
import { useSandbox } from '../../../components/sandbox'

/** What a person chose to try the code on. */
export interface Choice {
  /** By default the connector's first trigger. */
  type?: MessageType
  /** By default the first device. */
  device?: Device
  /** Devices without a shared tag can be chosen as well. By default they cannot, and only where there are no others they could. */
  anyDevice?: boolean
  /** What was typed into the input, and the sample that it began as. */
  edit?: { of: string; text: string }
}

/** What the preview keeps while other tabs are open. */
export interface Preview {
  sandbox: Sandbox
  choice: Choice
  change: (changes: Partial<Choice>) => void
  /** JSON text of the job that the code was tried on last; null before there is one. */
  lastInput: () => string | null
  keepInput: (input: string | null) => void
}

/** The preview of one edit mode. Nothing runs before its tab is opened. */
export function usePreviewState(): Preview {
  const sandbox = useSandbox()
  const [choice, setChoice] = useState<Choice>({})
  const input = useRef<string>(null)
  const change = (changes: Partial<Choice>) => setChoice((current) => ({ ...current, ...changes }))
  const lastInput = useCallback(() => input.current, [])
  const keepInput = useCallback((job: string | null) => {
    input.current = job
  }, [])
  return { sandbox, choice, change, lastInput, keepInput }
}

export const PreviewContext = createContext<Preview | null>(null)

/** The preview of the edit mode around. Errors: there is none. */
export function usePreview(): Preview {
  const preview = useContext(PreviewContext)
  if (!preview) throw new Error('The preview belongs to the edit mode of a connector')
  return preview
}
