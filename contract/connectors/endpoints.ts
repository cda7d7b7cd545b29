import { z } from 'zod'
import { countSchema, endpoint, idSchema, LIST_LIMIT, limitSchema } from '../common'
import { inSpace } from '../spaces'
import {
  CONNECTOR_NAME_TAKEN,
  connectorCreateSchema,
  connectorSchema,
  connectorUpdateSchema,
} from './connector'
import {
  deliveryDetailSchema,
  deliveryFilters,
  deliveryListQuery,
  deliverySchema,
  retryAllSchema,
  secretSchema,
} from './delivery'
import { statisticsSchema } from './statistics'

/** Path parameters of one connector. */
export const oneConnector = inSpace.extend({ connectorId: idSchema })
const oneDelivery = oneConnector.extend({ deliveryId: idSchema })

const LIST = '/spaces/{spaceId}/connectors'
const ONE = `${LIST}/{connectorId}` as const
const shared = { tag: 'Connectors', access: 'bearerOrKey', params: oneConnector } as const
const read = { ...shared, method: 'get', permission: 'space:connector:read', status: 200 } as const
const change = { ...shared, permission: 'space:connector:update' } as const
const deliveries = { capability: 'deliveries', tag: 'Deliveries' } as const

export const connectorsApi = {
  list: endpoint({
    ...read,
    path: LIST,
    summary: 'List the connectors of a space',
    params: inSpace,
    query: z.object({ limit: limitSchema(LIST_LIMIT) }),
    answer: z.array(connectorSchema),
  }),
  create: endpoint({
    ...shared,
    method: 'post',
    path: LIST,
    summary: 'Create a connector',
    permission: 'space:connector:create',
    params: inSpace,
    body: connectorCreateSchema,
    status: 201,
    answer: connectorSchema,
    failures: { 409: CONNECTOR_NAME_TAKEN },
    audit: 'connector.create',
  }),
  get: endpoint({ ...read, path: ONE, summary: 'Get a connector', answer: connectorSchema }),
  update: endpoint({
    ...change,
    method: 'put',
    isConditional: true,
    path: ONE,
    summary: 'Update a connector; what is not sent is kept',
    body: connectorUpdateSchema,
    status: 200,
    answer: connectorSchema,
    failures: { 409: CONNECTOR_NAME_TAKEN },
    audit: 'connector.update',
  }),
  delete: endpoint({
    ...shared,
    method: 'delete',
    isConditional: true,
    path: ONE,
    summary: 'Delete a connector with its deliveries',
    permission: 'space:connector:delete',
    status: 204,
    audit: 'connector.delete',
  }),
  statistics: endpoint({
    ...read,
    path: `${ONE}/statistics`,
    summary: 'Get the delivery statistics of the last 24 hours, by hour',
    answer: statisticsSchema,
  }),
  deliveries: endpoint({
    ...read,
    ...deliveries,
    path: `${ONE}/deliveries`,
    summary: 'List the deliveries of a connector, newest first',
    query: deliveryListQuery,
    answer: z.array(deliverySchema),
  }),
  deliveryCount: endpoint({
    ...read,
    ...deliveries,
    path: `${ONE}/deliveries/count`,
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
    failures: { 409: 'The delivery is pending or was delivered' },
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
    summary: 'Replace the secret of a connector; the old one stops working at once',
    status: 200,
    answer: secretSchema,
    capability: 'connector-secret',
    audit: 'connector.rotateSecret',
  }),
}
