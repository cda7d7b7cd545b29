// The console's live tail of a space, in a process of its own as in a browser. Asked by its parent, it answers what it
// shows and how often it has read.
import { messagesApi } from '#contract/messages'
import { follow } from '../../../src/resources/messages/list/tail/follower'
import { ApiClient } from './apiClient'

/** Where the list's range starts, in milliseconds since 1970: the older ones are not of this benchmark. */
const FLOOR = Date.now()

const { BASE = '', TOKEN, SPACE_ID } = process.env
const api = new ApiClient(BASE, TOKEN)

let ids: string[] = []
let readings = 0
follow({
  read: async ({ after, cursor, limit }) => {
    const from = new Date(Math.max(FLOOR, after ?? 0)).toISOString()
    const query = { limit, after: from, ...(cursor && { offset: cursor }) }
    const json = await api.get(`/spaces/${SPACE_ID}/messages`, query)
    readings++
    return { rows: messagesApi.list.answer.parse(JSON.parse(json)), floor: FLOOR }
  },
  onChange: ({ rows }) => (ids = (rows ?? []).map(({ id }) => id)),
  onRefused: (error) => {
    throw error
  },
})

process.on('message', () => process.send?.({ ids, readings }))
process.on('disconnect', () => process.exit())
