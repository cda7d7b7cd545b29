import { countSchema, endpoint, idSchema } from '../common'
import {
  connectorOutcomeSchema,
  deliveryDetailSchema,
  deliveryFilters,
  deliveryListQuery,
  deliverySchema,
  retryAllSchema,
  sendSchema,
} from '../deliveries/delivery'
import { callsOf } from '../entity'
import { OPERATIONS_CAPABILITY, SEND_CAPABILITY, WATCH_CAPABILITY } from './capability'
import { connectorCreateSchema, connectorEntity, connectorUpdateSchema } from './connector'
import { operatedSchema, operationSchema, pauseSchema, resumeSchema } from './operation'
import { rotateSecretSchema, secretSchema } from './secret'
import { statisticsSchema } from './statistics'

const calls = callsOf({ ...connectorEntity, create: connectorCreateSchema, update: connectorUpdateSchema })
const ONE = calls.get.path
const oneConnector = calls.get.params
const oneDelivery = oneConnector.extend({ deliveryId: idSchema })
const shared = { tag: 'Connectors', access: 'bearerOrKey', params: oneConnector } as const
const read = { ...shared, method: 'get', permission: 'space:connector:read', status: 200 } as const
const change = { ...shared, permission: 'space:connector:update' } as const
const deliveries = { capability: 'deliveries', tag: 'Deliveries' } as const

export const connectorsApi = {
  ...calls,
  delete: endpoint({ ...calls.delete, summary: 'Delete a connector with its deliveries' }),
  outcomes: endpoint({
    ...calls.list,
    path: `${calls.list.path}/outcomes`,
    isHeavy: true,
    query: undefined,
    summary: 'Get how the last attempt of each connector in the last 24 hours ended, without cancelled ones',
    answer: connectorOutcomeSchema.array(),
    capability: 'connector-outcomes',
  }),
  statistics: endpoint({
    ...read,
    path: `${ONE}/statistics`,
    isHeavy: true,
    summary: 'Get the delivery statistics of the last 24 hours, by hour',
    answer: statisticsSchema,
  }),
  operation: endpoint({
    ...read,
    path: `${ONE}/operation`,
    summary: 'Get how a connector runs, without the connector',
    answer: operationSchema,
    capability: WATCH_CAPABILITY,
  }),
  deliveries: endpoint({
    ...read,
    ...deliveries,
    path: `${ONE}/deliveries`,
    summary: 'List the deliveries of a connector, newest first',
    query: deliveryListQuery,
    answer: deliverySchema.array(),
  }),
  deliveryCount: endpoint({
    ...read,
    ...deliveries,
    path: `${ONE}/deliveries/count`,
    isHeavy: true,
    summary: 'Count the deliveries that the filters match',
    query: deliveryFilters,
    answer: countSchema,
  }),
  delivery: endpoint({
    ...read,
    ...deliveries,
    path: `${ONE}/deliveries/{deliveryId}`,
    summary: 'Get a delivery with all its attempts, first to last',
    params: oneDelivery,
    answer: deliveryDetailSchema,
  }),
  retry: endpoint({
    ...change,
    ...deliveries,
    method: 'post',
    path: `${ONE}/deliveries/{deliveryId}/retry`,
    summary: 'Retry a failed or cancelled delivery now',
    params: oneDelivery,
    status: 200,
    answer: deliverySchema,
    failures: { 409: 'The delivery is pending, was delivered, or is a test' },
    audit: 'delivery.retry',
  }),
  retryAll: endpoint({
    ...change,
    ...deliveries,
    method: 'post',
    path: `${ONE}/deliveries/retry`,
    summary: 'Retry all failed deliveries now; the answer is their number',
    body: retryAllSchema,
    status: 200,
    answer: countSchema,
    audit: 'delivery.retryAll',
  }),
  send: endpoint({
    ...change,
    ...deliveries,
    method: 'post',
    path: `${ONE}/deliveries/send`,
    summary:
      'Send waiting deliveries now, whatever they wait for; the answer is their number. All of a connector that is held back resume it',
    body: sendSchema,
    status: 200,
    answer: countSchema,
    capability: SEND_CAPABILITY,
    audit: 'delivery.send',
  }),
  pause: endpoint({
    ...change,
    method: 'post',
    path: `${ONE}/pause`,
    summary: 'Pause a connector: what it triggers waits until it is resumed, or the pause ends',
    body: pauseSchema,
    status: 200,
    answer: operatedSchema,
    failures: { 409: 'The connector is off, or was stopped' },
    capability: OPERATIONS_CAPABILITY,
    audit: 'connector.pause',
  }),
  resume: endpoint({
    ...change,
    method: 'post',
    path: `${ONE}/resume`,
    summary:
      'Resume a connector that is paused, waits for its receiver, or was stopped; nothing is done with another',
    body: resumeSchema,
    status: 200,
    answer: operatedSchema,
    capability: OPERATIONS_CAPABILITY,
    audit: 'connector.resume',
  }),
  secret: endpoint({
    ...change,
    method: 'get',
    path: `${ONE}/secret`,
    summary: 'Get the secret that signs the requests of a connector',
    status: 200,
    answer: secretSchema,
    capability: 'connector-secret',
  }),
  rotateSecret: endpoint({
    ...change,
    method: 'post',
    path: `${ONE}/secret`,
    summary: 'Replace the secret of a connector; unless hours are given the old one stops working at once',
    body: rotateSecretSchema.optional(),
    status: 200,
    answer: secretSchema,
    capability: 'connector-secret',
    audit: 'connector.rotateSecret',
  }),
  endOverlap: endpoint({
    ...change,
    method: 'delete',
    path: `${ONE}/secret/previous`,
    summary: 'End the time in which the previous secret is valid too',
    status: 204,
    capability: OPERATIONS_CAPABILITY,
    audit: 'connector.endOverlap',
  }),
}
