import { z } from 'zod'
import { timeSchema } from '../common'
import { heldReasonSchema, operationStateSchema } from './operation'

/** Hours that the statistics cover, including the current one. Rules, "Delivery heatmap". */
export const STATISTICS_HOURS = 24

/** How long a connector was held back within an hour. */
export const heldSchema = z.object({
  state: operationStateSchema.exclude(['on']),
  seconds: z.number().int().min(1).max(3600).describe('How long, within the hour'),
  reason: heldReasonSchema
    .nullable()
    .describe('For `waiting` and `stopped`: the failed attempt with which it last began'),
})
export type HeldPart = z.infer<typeof heldSchema>

/** Delivery attempts of one hour. Rules, "Delivery heatmap". */
const summarySchema = z.object({
  time: timeSchema.describe('Start of the hour'),
  success: z.number().int().describe('Successful attempts'),
  failed: z.number().int().describe('Failed attempts'),
  attempts: z
    .array(z.number().int())
    .describe('Attempts by number: first attempts, first retries, and so on, without cancelled ones'),
  held: z
    .array(heldSchema)
    .optional()
    .describe(
      'What held the connector back in the hour, the longest first; left out where nothing did, and by servers without `connector.operations`',
    ),
})
export type Summary = z.infer<typeof summarySchema>

/** Deliveries of a connector by the hour; hours without any may be left out. Rules, "Delivery heatmap". */
export const statisticsSchema = z
  .object({ max_attempts: z.number().int(), summaries: z.array(summarySchema) })
  .meta({ id: 'ConnectorStatistics' })
export type Statistics = z.infer<typeof statisticsSchema>

/** Colour of an hour in the heatmap. */
export type Health = 'failed' | 'retried' | 'delivered' | 'none'

/** Result of an hour. Rules, "Delivery heatmap". */
export function healthOf({
  success,
  failed,
  attempts,
}: Pick<Summary, 'success' | 'failed' | 'attempts'>): Health {
  if (failed > 0) return 'failed'
  if (attempts.slice(1).some((count) => count > 0)) return 'retried'
  return success > 0 ? 'delivered' : 'none'
}
