import { setTimeout as wait } from 'node:timers/promises'
import { mutesApi } from '#contract/alerts'
import type { Ask } from '../harness/database'

const JUDGED = 'select from device_contact where device_id = $1 and history_from is null'
const LONG = 600_000
/** Milliseconds until a start or end of planned work that lies ahead. */
const SOON = 2000
const A_WHILE = 8000
/** Messages between two changes of a mute. */
const WORDS = 6

interface Planning {
  spaceId: string
  ask: Ask
  /** Makes a call once. @returns undefined when its outcome is unknown */
  call: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Reads a path in the space. */
  get: (path: string) => Promise<unknown>
}

interface One {
  id: string
}

/** Mutes devices for planned work. A call without an answer is repeated, so its mute may exist twice. */
export function planWork({ spaceId, ask, call, get }: Planning) {
  /** Waits until all messages of a device are evaluated. */
  const judged = async ({ id }: One) => {
    for (;;) {
      const [row] = await ask(JUDGED, [id]).catch(() => [])
      if (row) return
      await wait(100)
    }
  }
  const timeText = (time: number | null) => time && new Date(time).toISOString()

  async function mute({ id }: One, from: number | null, to: number) {
    const scope = { kind: 'devices', device_ids: [id] }
    const body = { name: 'Planned work', scope, starts_at: timeText(from), ends_at: timeText(to) }
    while ((await call('POST', `/spaces/${spaceId}/mutes`, body)) === undefined);
  }

  /** Handles the unfinished mutes of a device until there are none. */
  async function withMutes(
    { id }: One,
    isOver: (end: number) => boolean,
    act: (path: string) => Promise<unknown>,
  ) {
    for (;;) {
      const mutes = mutesApi.list.answer.parse(await get('/mutes'))
      const left = mutes.filter(
        ({ scope, ends_at }) =>
          scope.kind === 'devices' && scope.device_ids.includes(id) && !isOver(Date.parse(ends_at)),
      )
      if (left.length === 0) return
      for (const one of left) await act(`/spaces/${spaceId}/mutes/${one.id}`)
    }
  }
  const endOf = (device: One, end: number) =>
    withMutes(
      device,
      (time) => time <= Math.max(end, Date.now()),
      async (path) => call('PUT', path, { ends_at: timeText(end) }),
    )
  /** How a mute of a device ends: by itself, now, or because it is deleted. */
  const ends = [
    async (device: One) => {
      const end = Date.now() + SOON
      await endOf(device, end)
      await wait(end + SOON - Date.now())
    },
    async (device: One) => endOf(device, Date.now()),
    async (device: One) =>
      withMutes(
        device,
        (time) => time <= Date.now(),
        async (path) => call('DELETE', path),
      ),
  ]

  return {
    mute,
    /**
     * Lets a device send before, during and after mutes until `isEnough`. Its messages are evaluated before the next
     * mute starts or ends, so that the expected result is certain.
     */
    async work(device: One, say: () => Promise<void>, { isEnough }: { isEnough: () => boolean }) {
      const speak = async () => {
        for (let word = 0; word < WORDS; word++) {
          await say()
          await wait(200)
        }
        await judged(device)
      }
      for (let n = 0; n < ends.length || !isEnough(); n++) {
        await speak()
        const from = n % 2 === 0 ? null : Date.now() + SOON
        await mute(device, from, Date.now() + LONG)
        if (from !== null) await wait(from + SOON - Date.now())
        await speak()
        await ends[n % ends.length]?.(device)
        // A condition that still holds opens an alert without a message.
        if (n % 4 > 1) await wait(A_WHILE)
      }
    },
  }
}

/** Reads all mutes by device. */
export async function mutesOf(ask: Ask): Promise<(device: One) => [number, number][]> {
  const rows = await ask(`
    select scope->'device_ids' as devices, (extract(epoch from starts_at) * 1000)::float8 as start,
      (extract(epoch from ends_at) * 1000)::float8 as end
    from mute order by starts_at`)
  return ({ id }) =>
    rows.flatMap(({ devices, start, end }) =>
      Array.isArray(devices) && devices.includes(id)
        ? [[Number(start), Number(end)] as [number, number]]
        : [],
    )
}
