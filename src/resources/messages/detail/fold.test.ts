import { expect, test } from 'vitest'
import { messageEventSchema } from '#contract/messages'
import { foldEvents } from './fold'

const uuid = (last: number) => `01890a5d-ac96-774b-bcce-${String(last).padStart(12, '0')}`

/** Events of these connectors in order; undefined is an event without a connector. */
const eventsOf = (...connectors: (number | undefined)[]) =>
  connectors.map((connector, index) =>
    messageEventSchema.parse({
      id: uuid(index + 100),
      create_at: new Date(index * 1000).toISOString(),
      type: connector === undefined ? 'downlink.sent' : 'webhook.retry',
      message_connector_id: connector === undefined ? null : uuid(connector),
    }),
  )

/** Positions of the events in each row. */
const placesOf = (events: ReturnType<typeof eventsOf>) =>
  foldEvents(events).map((line) => {
    expect(line.latest).toBe(line.events.at(-1))
    return line.events.map((event) => events.indexOf(event))
  })

test('a few events are a row each', () => {
  expect(placesOf(eventsOf(1, 1, 2, undefined))).toEqual([[0], [1], [2], [3]])
  expect(placesOf([])).toEqual([])
})

test('many events of a connector are one row at the place of the latest; others are unchanged', () => {
  expect(placesOf(eventsOf(1, undefined, 2, 1, 2, 3, 2, undefined, 1, 2, 4))).toEqual([
    [1],
    [5],
    [7],
    [0, 3, 8],
    [2, 4, 6, 9],
    [10],
  ])
})
