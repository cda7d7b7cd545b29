import type { Message } from '#contract/messages'
import type { Outcome, Sandbox, ScriptError } from '#sandbox'
import type { CodeInputType } from '../../../components/editor'
import { typeText } from '../../../components/editor/typeText'
import { parseJson } from '../../../components/json'
import { shortenId } from '../../../components/value/CopyText'
import type { ColorMap } from '../code/colors'
import { type Mistake, readResult } from '../result'
import { buildTracks, type DeviceResult, type Series, type Span, toSeries } from '../series'

/** A body as JSON, otherwise as text. `null` is JSON too. */
function parsed(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** The `message` of a transformation: its body is parsed, or stays text if it is not JSON. */
const seen = ({ body, ...message }: Message) => ({ ...message, body: body === null ? null : parsed(body) })

/** Input of a transformation for a message, as JSON. */
export const inputOf = (message: Message): string => JSON.stringify(seen(message))

/** Type of that input for these messages; undefined without messages. */
export const inputTypeOf = (messages: readonly Message[]): CodeInputType | undefined =>
  messages.length > 0 ? { entry: 'body', type: typeText(messages.map(seen)) } : undefined

/** Names of the messages' devices, by id. Devices with the same name get their serial number as a suffix. */
export function deviceNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, { name: string; serial: string }>()
  for (const { device_id: id, device_name, device_serial_number: serial } of messages)
    names.set(id, { name: device_name ?? serial ?? shortenId(id), serial: serial ?? shortenId(id) })
  const all = [...names.values()].map(({ name }) => name)
  const isShared = (name: string) => all.indexOf(name) !== all.lastIndexOf(name)
  return new Map(
    [...names].map(([id, { name, serial }]) => [id, isShared(name) ? `${name} (${serial})` : name]),
  )
}

/** Largest result for one message, in bytes; the page can hold a thousand of them. */
const OUTPUT_BYTES = 64 * 1024

/** Result of a run over messages. */
export interface Chartable {
  series: readonly Series[]
  /** Too many readings: some are left out. */
  isCut: boolean
  /** Number of readings whose own time is outside of the range. */
  outside: number
  /** Whether the code defines no colours. */
  lacksColors: boolean
  /** Number of messages that the code ran over. */
  ran: number
  /** Number of messages for which the code failed. */
  failed: number
  firstError: ScriptError | Mistake | undefined
}

interface Work {
  sandbox: Sandbox
  source: string
  /** Null if the code defines none. */
  colors: ColorMap | null
  /** Newest first. */
  messages: readonly Message[]
  /** The range of the messages. */
  span: Span
}

/**
 * Runs the code over messages, the oldest first, each in its own context. Failed messages are left out and counted.
 * @param options.stop ends the run; the result has the readings so far
 * @param options.signal aborts the run without a result
 * Errors: those of `signal.throwIfAborted()`; the sandbox cannot start.
 */
export async function runCode(
  { sandbox, source, colors, messages, span }: Work,
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
    const read = 'error' in outcome ? outcome.error : readResult(outcome.value)
    if (read && 'values' in read)
      results.push({ ...read, device: names.get(oldestFirst[index]?.device_id ?? '') ?? '' })
    else if (read) {
      failed += 1
      firstError ??= read
    }
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
  const { tracks, isCut, outside } = buildTracks(results, span)
  const series = toSeries(tracks, colors ?? new Map())
  return { series, isCut, outside, lacksColors: colors === null, ran, failed, firstError }
}
