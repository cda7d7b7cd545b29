import { z } from 'zod'
import { timeSchema } from '../common'

/** Hours that the statistics cover, including the current one. Rules, "Delivery heatmap". */
export const STATISTICS_HOURS = 24

/** Delivery attempts of one hour. Rules, "Delivery heatmap". */
export const summarySchema = z.object({
  time: timeSchema.describe('Start of the hour'),
  success: z.number().int().describe('Successful attempts'),
  failed: z.number().int().describe('Failed attempts'),
  attempts: z
    .array(z.number().int())
    .describe('Attempts by number: first attempts, first retries, and so on, without cancelled ones'),
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
export function healthOf({ success, failed, attempts }: Omit<Summary, 'time'>): Health {
  if (failed > 0) return 'failed'
  if (attempts.slice(1).some((count) => count > 0)) return 'retried'
  return success > 0 ? 'delivered' : 'none'
}
