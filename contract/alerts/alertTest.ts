import { z } from 'zod'
import { endpoint, idSchema, ifAllGiven, timeSchema } from '../common'
import { DELIVERY_STATES, failureFields } from '../deliveries/delivery'
import { inSpace } from '../entity'
import { ALERT_TESTS_CAPABILITY } from './capability'
import { conditionSchema } from './condition'
import { audienceInputSchema, ruleNameSchema } from './rule'

/** Days for which the results of a test can be read. */
export const ALERT_TEST_DAYS = 7

const alertTestInput = ifAllGiven(
  z.object({
    rule_id: idSchema.optional().describe('Fields that are not sent are those of this rule'),
    name: ruleNameSchema.optional(),
    condition: conditionSchema.optional(),
    urgent: z.boolean().optional(),
    notify: audienceInputSchema.optional(),
  }),
)
export type AlertTestInput = z.infer<typeof alertTestInput>

const nextAttempt = timeSchema.nullable().describe('Time of the next attempt; null if there is none')

const testMailSchema = z
  .object({
    to: z.string(),
    state: z
      .enum(['waiting', 'sent', 'failed', 'unknown', 'dropped'])
      .describe(
        '`sent`: the mail server took it. `unknown`: the connection broke meanwhile. `dropped`: it is not to be sent any more',
      ),
    has_server: z
      .boolean()
      .describe('False on a server without a mail server: it writes e-mails into a folder'),
    at: timeSchema.nullable().describe('Time of the last attempt'),
    error: z.string().nullable(),
    next_attempt_at: nextAttempt,
  })
  .meta({ id: 'AlertTestMail' })

const testPushSchema = z
  .object({
    browser_id: idSchema,
    browser: z.string().nullable().describe('Name of the browser; null when it does not say'),
    system: z.string().nullable().describe('Name of its operating system'),
    is_current: z.boolean().describe('It is the browser of this call'),
    state: z
      .enum(['waiting', 'sent', 'failed', 'dropped'])
      .describe('`sent`: the push service took it. `dropped`: the browser gets no more push messages'),
    at: timeSchema.nullable().describe('Time of the last attempt'),
    error: z.string().nullable(),
    ...failureFields,
    next_attempt_at: nextAttempt,
  })
  .meta({ id: 'AlertTestPush' })
export type AlertTestPush = z.infer<typeof testPushSchema>

const testDeliverySchema = z
  .object({
    connector_id: idSchema,
    delivery_id: idSchema.nullable().describe('Null if there is none'),
    name: z
      .string()
      .nullable()
      .describe('Name of the connector; null for callers who may not read connectors, or do not see it'),
    state: z
      .enum([...DELIVERY_STATES, 'held', 'disabled', 'gone'])
      .describe(
        '`held`: it waits because the connector is paused, stopped, or waits for its receiver; `disabled`, `gone`: the connector is, or the key does not see it, so that nothing was sent',
      ),
    at: timeSchema.nullable().describe('Time of the last attempt'),
    duration: z.int().nullable().describe('Milliseconds of the last attempt'),
    status: z.int().nullable().describe('HTTP status of the last attempt'),
    error: z.string().nullable(),
    ...failureFields,
    next_attempt_at: nextAttempt,
  })
  .meta({ id: 'AlertTestDelivery' })
export type AlertTestDelivery = z.infer<typeof testDeliverySchema>

/** The results of a test. */
const alertTestSchema = z
  .object({
    id: idSchema,
    created_at: timeSchema,
    unsaid: z
      .enum(['nobody', 'key', 'outsider'])
      .nullable()
      .describe(
        'Why no person is told: the rule tells none, a key makes the test, or an administrator who is not in the space',
      ),
    mail: testMailSchema.nullable().describe('Null also for a person who gets no e-mails about alerts'),
    pushes: z.array(testPushSchema),
    deliveries: z.array(testDeliverySchema),
  })
  .meta({ id: 'AlertTest' })
export type AlertTest = z.infer<typeof alertTestSchema>

const shared = {
  capability: ALERT_TESTS_CAPABILITY,
  tag: 'Alerts',
  access: 'bearerOrKey',
  permission: 'space:alertRule:update',
  answer: alertTestSchema,
} as const

/** Tests of whom a rule notifies. Rules, "Alerts". */
export const alertTestsApi = {
  send: endpoint({
    ...shared,
    method: 'post',
    path: '/spaces/{spaceId}/alert-rules/test',
    params: inSpace,
    summary:
      'Send what an alert would send, marked as a test: to the caller alone by e-mail and push, and to the connectors',
    body: alertTestInput,
    status: 201,
    failures: { 429: 'Too many tests' },
    audit: 'alertRule.test',
  }),
  get: endpoint({
    ...shared,
    method: 'get',
    path: '/spaces/{spaceId}/alert-rules/test/{alertTestId}',
    params: inSpace.extend({ alertTestId: idSchema }),
    summary: 'Get the results of a test that the caller made in the last 7 days',
    status: 200,
  }),
}

interface Tested {
  id: string
  rule: { id: string }
  space: { id: string }
}

/** The page of the console that a test links to: its rule, or all rules if it is not saved yet. */
export const pageOfTest = ({ id, rule, space }: Tested): `/${string}` =>
  `/space/${space.id}/alert-rules${rule.id === id ? '' : `/${rule.id}`}`
