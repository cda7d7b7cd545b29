import { Client } from 'pg'
import { STORE } from '../../../server/services/messages/uplink/store'
import { contactWrites, HOT_GOAL } from '../api/contacts'
import type { Line } from '../api/lines'

const WRITES = { devices: 10, rounds: 100 }
/** Bytes that the mark may add. */
const GOAL = 32

/** The part of an uplink that marks its device for its history. */
const MARK = /,\s*history_from = case .* end/

/** What an uplink writes of its device's contact, with the mark for histories and without it. */
export async function benchMarking(databaseUrl: string, spaceId: string): Promise<Line[]> {
  const bare = STORE.text.replace(MARK, '')
  if (bare === STORE.text) throw new Error('An uplink marks no device for its history.')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const lacking = await contactWrites(client, spaceId, WRITES, bare)
    const having = await contactWrites(client, spaceId, WRITES)
    return [
      {
        what: 'Write-ahead log of a contact, with the mark for histories and without',
        measured: `${having.bytes} and ${lacking.bytes} bytes`,
        goal: `≤ ${GOAL} bytes more`,
        met: having.bytes - lacking.bytes <= GOAL,
      },
      {
        what: 'Contacts that touch no index (HOT updates), with the mark and without',
        measured: `${(having.hot * 100).toFixed(1)} % and ${(lacking.hot * 100).toFixed(1)} % of ${lacking.all}`,
        goal: `≥ ${HOT_GOAL * 100} %`,
        met: having.hot >= HOT_GOAL,
      },
    ]
  } finally {
    await client.end()
  }
}
