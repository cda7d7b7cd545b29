import type { Destination, Filled } from './destination'
import {
  alerts,
  apigateway,
  eventgrid,
  ntfy,
  pagerduty,
  plain,
  slack,
  slackMessages,
  teams,
  teamsMessages,
  withDevice,
} from './others'
import { datacake, homeassistant, influxdb, sheets, thingsboard, ubidots } from './platforms'

/** Destinations of connectors; the first is the default. */
export const DESTINATIONS = {
  messages: plain,
  withDevice,
  thingsboard,
  ubidots,
  datacake,
  influxdb,
  homeassistant,
  sheets,
  eventgrid,
  apigateway,
  slackMessages,
  teamsMessages,
  alerts,
  slack,
  teams,
  pagerduty,
  ntfy,
} as const satisfies Record<string, Destination>
export type DestinationId = keyof typeof DESTINATIONS

export const isDestination = (text: string | null): text is DestinationId =>
  text !== null && Object.hasOwn(DESTINATIONS, text)
export const DESTINATION_IDS = Object.keys(DESTINATIONS).filter(isDestination)

export const destinationOf = (id: DestinationId): Destination => DESTINATIONS[id]

export const initialOf = ({ fields }: Destination): Filled =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))
