import { z } from 'zod'
import { type Connector, formatDuration, parseDuration, retryDelaysSchema } from '#contract/connectors'

/** One delay in the form, as it is typed. */
export interface DelayRow {
  value: string | null
}

/** Seconds of a delay as a person types it. */
const durationSchema = z.string().transform((text, context) => {
  const seconds = parseDuration(text)
  if (seconds !== undefined) return seconds
  context.addIssue({ code: 'custom', params: { text: 'connectors.errors.duration' } })
  return z.NEVER
})

/** Seconds before each retry of a connector; of servers that know one delay only, that one. Spec 1, section 3. */
export const retryDelaysOf = ({
  retry_delays,
  retry_delay,
}: Pick<Connector, 'retry_delays' | 'retry_delay'>): number[] =>
  retry_delays ?? (retry_delay === null ? [] : [retry_delay])

/** The retry delays of a connector, and the form's rows. */
export const delaysCodec = {
  toForm: (_delays: unknown, connector: Connector): DelayRow[] =>
    retryDelaysOf(connector).map((seconds) => ({ value: formatDuration(seconds) })),
  // A row without text is one of 0 seconds, and dropped like these. Spec 1, section 5.
  fromForm: (rows: DelayRow[]) => rows.map(({ value }) => value?.trim() || '0'),
  schema: z.array(durationSchema).pipe(retryDelaysSchema),
  formPath: ([index]: readonly PropertyKey[]) => (index === undefined ? '' : `${String(index)}.value`),
}
