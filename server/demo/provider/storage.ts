import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  /** Unix milliseconds. */
  expiresAt: number
}

/** Most entries of a kind that are kept; the oldest are deleted. */
const MOST = 1000

/** Keeps the provider's data in memory: its sign-ins end with the process. */
export function memory(): Adapter {
  const entries = new Map<string, Entry>()
  const find = async (id: string) => {
    const entry = entries.get(id)
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
  }
  const forget = (isOver: (entry: Entry) => boolean) => {
    for (const [id, entry] of entries) if (isOver(entry)) entries.delete(id)
  }
  return {
    find,
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      forget(({ expiresAt }) => expiresAt <= Date.now())
      entries.set(id, { payload, expiresAt: Date.now() + expiresIn * 1000 })
      const [oldest] = entries.keys()
      if (entries.size > MOST && oldest !== undefined) entries.delete(oldest)
    },
    async findByUid(uid) {
      return [...entries.values()].find(({ payload }) => payload.uid === uid)?.payload
    },
    findByUserCode: async () => undefined,
    async consume(id) {
      const entry = entries.get(id)
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      forget(({ payload }) => payload.grantId === grantId)
    },
  }
}
