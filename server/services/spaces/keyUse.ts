import { HOUR } from '#contract/common/durations'
import type { Permission } from '#contract/permissions'
import type { Db } from '../../db/database'
import type { KeyUse } from '../../deps'
import { reasonOf } from '../../errors'
import type { Log } from '../../log'

/** The calls of a key with one permission in one hour. */
interface Use {
  spaceId: string
  keyId: string
  permission: Permission
  /** Unix ms. */
  hour: number
  calls: number
  last: Date
  address: string
}

/** Milliseconds between two writes, so that a busy key does not make the database work all the time. */
const PAUSE = 100

/**
 * Stores how keys of one space were used. They are locked in one order, so that two copies of the server do not deadlock. Deleted ones are
 * left out.
 */
const STORE = {
  name: 'key_use.store',
  text: `
    with noted as (
      select * from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::int[], $6::timestamptz[], $7::text[])
        as n (id, permission, hour, calls, last, address)
    ), held as materialized (
      select k.id from access_key k
      where k.space_id = $1 and k.id in (select id from noted) order by k.id for no key update
    ), counted as (
      insert into access_key_use as u (space_id, access_key_id, hour, permission, calls)
      select $1::uuid, n.id, n.hour, n.permission, n.calls from noted n join held using (id)
      on conflict (space_id, access_key_id, hour, permission) do update set calls = u.calls + excluded.calls
    ), touched as (
      update access_key k set last_used_at = n.last, last_used_from = n.address
      from held join (select distinct on (id) * from noted order by id, last desc) n using (id)
      where k.space_id = $1 and k.id = n.id and (k.last_used_at is null or k.last_used_at <= n.last)
    )
    select`,
}

const columnsOf = (uses: Use[]) => [
  uses.map(({ keyId }) => keyId),
  uses.map(({ permission }) => permission),
  uses.map(({ hour }) => new Date(hour)),
  uses.map(({ calls }) => calls),
  uses.map(({ last }) => last),
  uses.map(({ address }) => address),
]

/**
 * Collects the use of keys: a call is written immediately, and those of the next tenth of a second go with the next write. So a busy key
 * costs one write for many calls; the keys of each space are a write. A killed server loses the running write and what it has counted
 * since, which is a tenth of a second. While the database is away, calls are counted, and stored with the first call after that.
 */
export function collectKeyUse(db: Db, log: Log): KeyUse {
  const noted = new Map<string, Use>()
  let running: Promise<void> | undefined
  let flushes = 0
  let wake: (() => void) | undefined

  const add = (use: Use) => {
    const name = `${use.keyId} ${use.permission} ${use.hour}`
    const before = noted.get(name)
    if (!before) {
      noted.set(name, use)
      return
    }
    const newest = before.last > use.last ? before : use
    const { last, address } = newest
    noted.set(name, { ...before, calls: before.calls + use.calls, last, address })
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve
      if (flushes > 0) resolve()
      else setTimeout(resolve, PAUSE)
    })

  /** Returns whether it was stored; if not, it is counted again. */
  const storeNoted = async () => {
    const uses = [...noted.values()]
    noted.clear()
    let isStored = true
    for (const space of new Set(uses.map(({ spaceId }) => spaceId))) {
      const ofSpace = uses.filter(({ spaceId }) => spaceId === space)
      try {
        await db.$client.query({ ...STORE, values: [space, ...columnsOf(ofSpace)] })
      } catch (error) {
        log.error('the use of keys could not be stored yet', { error: reasonOf(error) })
        for (const use of ofSpace) add(use)
        isStored = false
      }
    }
    return isStored
  }

  const storeAll = async () => {
    let isStored = true
    while (isStored && noted.size > 0) {
      isStored = await storeNoted()
      if (isStored) await pause()
    }
    running = undefined
  }

  const store = () => {
    if (noted.size > 0) running ??= storeAll()
    return running
  }

  return {
    note: ({ spaceId, keyId }, permissions, at, address) => {
      const hour = Math.floor(at.getTime() / HOUR) * HOUR
      for (const [i, permission] of permissions.entries())
        add({ spaceId, keyId, permission, hour, calls: i === 0 ? 1 : 0, last: at, address })
      void store()
    },
    flush: async () => {
      flushes++
      wake?.()
      await running
      await store()
      flushes--
    },
  }
}
