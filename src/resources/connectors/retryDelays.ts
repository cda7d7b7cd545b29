import { z } from 'zod'
import { type Connector, formatDuration, parseDuration, retryDelaysSchema } from '#contract/connectors'
import { msg } from './texts'
import type { DelayRow } from './values'

/** Seconds of a typed delay. */
const durationSchema = z.string().transform((text, context) => {
  const seconds = parseDuration(text)
  if (seconds !== undefined) return seconds
  context.addIssue({ code: 'custom', params: { text: msg('connectors.errors.duration') } })
  return z.NEVER
})

/** Seconds before each retry of a connector; older servers have only one delay. Rules, "Connectors". */
export const retryDelaysOf = ({ retry_delays, retry_delay }: Connector): number[] =>
  retry_delays ?? (retry_delay === null ? [] : [retry_delay])

/** Converts between the retry delays of a connector and the rows of the form. */
export const delaysCodec = {
  toForm: (_delays: unknown, connector: Connector): DelayRow[] =>
    retryDelaysOf(connector).map((seconds) => ({ value: formatDuration(seconds) })),
  // An empty row counts as 0 seconds, and is dropped like these. Rules, "Connectors".
  fromForm: (rows: DelayRow[]) => rows.map(({ value }) => value?.trim() || '0'),
  schema: z.array(durationSchema).pipe(retryDelaysSchema),
  formPath: ([index]: readonly PropertyKey[]) => (index === undefined ? '' : `${String(index)}.value`),
}
