import { z } from 'zod'
import { formatDuration, parseDuration } from '#contract/connectors'
import { type Stage, stagesSchema } from '#contract/rollouts'
import { msg } from './texts'

/** Values of a stage in the form. They cover all kinds. */
export interface StageValues {
  kind: Stage['size']['kind']
  count: number | null
  percent: number | null
  tag_id: string | null
  device_ids: string[]
  gate: 'none' | 'time' | 'person'
  /** A duration as typed text. */
  wait: string | null
  failed_max: number | null
  troubled_max: number | null
}

/** Form values of a record with stages. */
export interface StagedValues {
  stages: StageValues[]
}

const EMPTY: StageValues = {
  kind: 'rest',
  count: 1,
  percent: 10,
  tag_id: null,
  device_ids: [],
  gate: 'none',
  wait: '24h',
  failed_max: 0,
  troubled_max: 0,
}

/** Form values of a new stage. */
export const NEW_STAGE: StageValues = { ...EMPTY, kind: 'share', gate: 'time' }

/** Common stages. */
export const PRESETS: Readonly<Record<'all' | 'careful' | 'asked', StageValues[]>> = {
  all: [EMPTY],
  careful: [
    { ...EMPTY, kind: 'devices', gate: 'time' },
    { ...EMPTY, kind: 'share', gate: 'time' },
    { ...EMPTY, gate: 'time' },
  ],
  asked: [
    { ...EMPTY, kind: 'share', gate: 'person' },
    { ...EMPTY, gate: 'time' },
  ],
}

/** Minutes of a typed duration; undefined if it is invalid. */
function minutesOf(typed: unknown): number | undefined {
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (text === '') return 0
  const seconds = parseDuration(text)
  return seconds === undefined ? undefined : Math.round(seconds / 60)
}

const typedStages = z
  .array(z.object({ size: z.unknown(), gate: z.record(z.string(), z.unknown()).nullable() }))
  .transform((stages, context): unknown =>
    stages.map(({ size, gate }, index) => {
      if (gate === null) return { size, gate }
      const { wait, ...others } = gate
      const minutes = minutesOf(wait)
      if (minutes === undefined)
        context.addIssue({
          code: 'custom',
          path: [index, 'gate', 'minutes'],
          params: { text: msg('rollouts.errors.wait') },
        })
      return { size, gate: { ...others, minutes } }
    }),
  )
  .pipe(stagesSchema)

function sizeOf({ kind, count, percent, tag_id, device_ids }: StageValues) {
  switch (kind) {
    case 'count':
      return { kind, count }
    case 'share':
      return { kind, percent }
    case 'tag':
      return { kind, tag_id }
    case 'devices':
      return { kind, device_ids }
    case 'rest':
      return { kind }
  }
}

/** Converts stages between the form and the server. */
export const stagesCodec = {
  toForm: (stages: readonly Stage[]): StageValues[] =>
    stages.map(({ size, gate }) => ({
      ...EMPTY,
      ...size,
      ...(gate && {
        gate: gate.kind,
        wait: gate.minutes > 0 ? formatDuration(60 * gate.minutes) : null,
        failed_max: gate.failed_max,
        troubled_max: gate.troubled_max,
      }),
    })),
  fromForm: (stages: readonly StageValues[]) =>
    stages.map((stage) => ({
      size: sizeOf(stage),
      gate:
        stage.gate === 'none'
          ? null
          : {
              kind: stage.gate,
              wait: stage.gate === 'time' ? stage.wait : null,
              // An empty limit allows none.
              failed_max: stage.failed_max ?? 0,
              troubled_max: stage.troubled_max ?? 0,
            },
    })),
  schema: typedStages,
  formPath: ([index, part, field]: readonly PropertyKey[]): string => {
    if (index === undefined) return ''
    const own = field === 'minutes' ? 'wait' : field
    return [index, own ?? (part === 'size' ? 'kind' : part)].filter((one) => one !== undefined).join('.')
  },
}

/** Form values of everything at once. */
export const AT_ONCE: StageValues[] = [EMPTY]
