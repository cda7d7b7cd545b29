import { z } from 'zod'
import { byteLength } from '../../common/index'
import { type Failure, failureFor } from '../../deliveries/failure'
import { FAILURE_CODES, type FailureCode } from '../../deliveries/failureCodes'
import { failureOfTaken, type Taken, takeApart } from './returned'

/** Longest topic, in bytes of UTF-8, as MQTT has it. */
export const TOPIC_MAX_BYTES = 65_535

// The message of each issue is the code of its reason.
const publicationSchema = z.object({
  topic: z
    .string('topic_none' satisfies FailureCode)
    .min(1, 'topic_none' satisfies FailureCode)
    .refine((topic) => byteLength(topic) <= TOPIC_MAX_BYTES, {
      message: 'topic_size' satisfies FailureCode,
      abort: true,
    })
    .refine((topic) => !topic.startsWith('$'), 'topic_reserved' satisfies FailureCode)
    .regex(/^[^+#]*$/, 'topic_wildcard' satisfies FailureCode)
    // Characters that UTF-8 cannot encode, and that MQTT forbids or lets a broker refuse.
    .regex(/^[^\p{Cc}\p{Cs}\ufffe\uffff]*$/u, 'topic_character' satisfies FailureCode),
  qos: z.literal([0, 1], 'publish_qos' satisfies FailureCode).nullish(),
  retain: z.boolean('publish_retain' satisfies FailureCode).nullish(),
})

/** A message to publish to the broker. */
export interface Publication {
  topic: string
  qos: 0 | 1
  retain: boolean
  payload: string
}

const DETAILS: Partial<Record<FailureCode, number>> = { topic_size: TOPIC_MAX_BYTES }

/** The publication that a function asks for, as `publicationOf`, from its return value taken apart. */
export function publicationFrom(taken: Taken | null | FailureCode): Publication | null | Failure {
  if (taken === null) return null
  if (typeof taken === 'string') return failureOfTaken(taken)
  const { success, data: asked, error } = publicationSchema.safeParse(taken.parts)
  if (!success) {
    const code = FAILURE_CODES.find((known) => known === error.issues[0]?.message) ?? 'publish_none'
    return failureFor(code, DETAILS[code])
  }
  const { topic, qos, retain } = asked
  return { topic, qos: qos ?? 1, retain: retain ?? false, payload: taken.content ?? '' }
}

/**
 * The publication that a function asks for: null if it returned nothing, which cancels the delivery, or the failure of an invalid one.
 * `data` is sent as it is if it is a text, otherwise as JSON; without it the payload is empty. `payload` and `body` are accepted for
 * `data`. Rules, "The connector job".
 * @param returned JSON text of what the function returned
 */
export const publicationOf = (returned: string): Publication | null | Failure =>
  publicationFrom(takeApart(returned, 'mqtt'))
