import type { Message } from '#contract/messages'
import type { Outcome, Sandbox, ScriptError } from '#sandbox'
import type { ColorMap } from '../code/colors'
import { buildTracks, type DeviceResult } from '../series/buildSeries'
import { type Mistake, type Result, readResult } from '../series/result'
import { type Series, toSeries } from '../series/series'
import { deviceNames, inputOf } from './inputs'

/** The result for one message is at most so large, in bytes; a thousand of them fit into the page. */
const OUTPUT_BYTES = 64 * 1024

/** What came of a run over messages. */
export interface Chartable {
  series: readonly Series[]
  /** There is more than is shown. */
  isCut: boolean
  /** Number of messages that the code ran over. */
  ran: number
  /** Number of messages whose run failed. */
  failed: number
  firstError: ScriptError | Mistake | undefined
}

interface Work {
  sandbox: Sandbox
  source: string
  colors: ColorMap
  /** Newest first. */
  messages: readonly Message[]
}

function read(outcome: Outcome): Result | { failure: ScriptError | Mistake } | null {
  if ('error' in outcome) return { failure: outcome.error }
  const result = readResult(outcome.value)
  return result && 'mistake' in result ? { failure: result } : result
}

/**
 * Runs the code over messages, the oldest first, each in a context of its own; one that fails is left out and counted.
 * @param options.stop ends the run, whose result is then what there is so far
 * @param options.signal gives up
 * Errors: what `signal.throwIfAborted()` throws; the sandbox cannot be started
 */
export async function runCode(
  { sandbox, source, colors, messages }: Work,
  {
    stop,
    signal,
    onProgress,
  }: { stop: AbortSignal; signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Chartable> {
  const names = deviceNames(messages)
  const oldestFirst = messages.toReversed()
  const results: DeviceResult[] = []
  let ran = 0
  let failed = 0
  let firstError: Chartable['firstError']

  const take = (index: number, outcome: Outcome) => {
    ran += 1
    const result = read(outcome)
    if (result && 'failure' in result) {
      failed += 1
      firstError ??= result.failure
    } else if (result)
      results.push({ ...result, device: names.get(oldestFirst[index]?.device_id ?? '') ?? '' })
    onProgress(ran)
  }
  try {
    await sandbox.runAll(
      { source, entry: 'body', limits: { outputBytes: OUTPUT_BYTES } },
      oldestFirst.map(inputOf),
      { signal: AbortSignal.any([stop, signal]), onOutcome: take },
    )
  } catch (error) {
    if (!stop.aborted) throw error
  }
  signal.throwIfAborted()
  const { tracks, isCut } = buildTracks(results)
  return { series: toSeries(tracks, colors), isCut, ran, failed, firstError }
}
