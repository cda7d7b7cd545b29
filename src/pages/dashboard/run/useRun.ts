import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/messages'
import { useSandbox } from '../../../components/sandbox'
import { type ColorFault, cssColor, readColors } from '../code/colors'
import type { Span } from '../series'
import { type Chartable, runCode } from './runCode'

/** Time between two reports of the progress, in ms. */
const REPORT_EVERY = 100

/** State of a run, with its result. */
export type RunState =
  | { name: 'idle' }
  | {
      name: 'running'
      done: number
      total: number
      /** Result of the previous run; it stays visible. */
      last: Chartable | undefined
    }
  | { name: 'refused'; fault: ColorFault }
  | { name: 'failed' }
  | { name: 'stopped' | 'finished'; total: number; result: Chartable }

function lastOf(state: RunState): Chartable | undefined {
  if ('last' in state) return state.last
  return 'result' in state ? state.result : undefined
}

/** Runs a transformation over messages in the sandbox. A new run, or leaving the page, ends the previous one. */
export function useRun() {
  const sandbox = useSandbox()
  const [state, setState] = useState<RunState>({ name: 'idle' })
  const current = useRef<{ stop: AbortController; end: AbortController }>(null)
  const ranOver = useRef<readonly Message[]>(null)
  useEffect(() => () => current.current?.end.abort(), [])

  const run = async (source: string, messages: readonly Message[], span: Span) => {
    current.current?.end.abort()
    if (messages.length === 0) return setState({ name: 'idle' })
    const map = readColors(source, cssColor)
    if ('fault' in map) return setState({ name: 'refused', fault: map })
    const { stop, end } = (current.current = { stop: new AbortController(), end: new AbortController() })
    const total = messages.length
    // A result from other messages must not stay visible.
    const keep = ranOver.current === messages ? lastOf : () => undefined
    ranOver.current = messages
    let reportedAt = performance.now()
    const onProgress = (done: number) => {
      if (end.signal.aborted || stop.signal.aborted || performance.now() - reportedAt < REPORT_EVERY) return
      reportedAt = performance.now()
      setState((before) => ({ name: 'running', done, total, last: lastOf(before) }))
    }
    // A short run replaces the previous result without showing progress.
    setState((before) => (keep(before) ? before : { name: 'running', done: 0, total, last: undefined }))
    try {
      const work = { sandbox, source, colors: map.colors, messages, span }
      const result = await runCode(work, { stop: stop.signal, signal: end.signal, onProgress })
      setState({ name: result.ran < total ? 'stopped' : 'finished', total, result })
    } catch {
      if (!end.signal.aborted) setState({ name: 'failed' })
    }
  }

  return {
    state,
    run: (source: string, messages: readonly Message[], span: Span) => void run(source, messages, span),
    /** Ends the run; its readings so far are shown. */
    stop: () => current.current?.stop.abort(),
  }
}
