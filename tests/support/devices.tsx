import type { ReactNode } from 'react'
import { type Device, deviceSchema } from '#contract/devices'
import type { SpaceRole } from '#contract/permissions'
import type { ApiError } from '../../src/dataProvider/client'
import { SpaceCachesProvider, SpaceProvider } from '../../src/dataProvider/SpaceProvider'
import { type Call, clientOf, showPage, spaceOf, uuid } from './console'

const created_at = '2026-01-02T03:04:05.678Z'

export const spaceId = spaceOf().id

/** Tags of the space. */
export const tags = ['cold', 'water'].map((name, index) => ({ id: uuid(50 + index), name, color: '#1E88E5' }))

const tagRows = tags.map((tag) => Object.assign({ access_type: 'write', created_at }, tag))

/** A device of the space, by its number. */
export const pump = (number: number, changes: Partial<Device> = {}): Device =>
  deviceSchema.parse({
    id: uuid(100 + number),
    name: `pump-${number}`,
    serial_number: `215901820${number}`,
    created_at,
    ...changes,
  })

/** Answers of the calls of one test, and what was sent. */
export function createCalls(devices: Device[]) {
  const calls = { devices, refuse: (_call: Call): ApiError | undefined => undefined }
  const client = clientOf((call) => {
    const { method, path } = call
    const error = calls.refuse(call)
    if (error) throw error
    if (method === 'DELETE') return undefined
    if (method === 'POST') return pump(9)
    if (path.endsWith('/tags')) return tagRows
    const id = path.split('/devices/')[1]
    return id ? calls.devices.find((device) => device.id === id) : calls.devices
  })
  return Object.assign(calls, { client, sent: client.sent })
}

interface Shown {
  client: ReturnType<typeof createCalls>['client']
  role?: SpaceRole
  /** Path below the space's. */
  at?: string
}

/** Renders a part of the console in the space. */
export const showInSpace = (part: ReactNode, { client, role = 'admin', at = '/devices' }: Shown) =>
  showPage(
    <SpaceCachesProvider>
      <SpaceProvider spaceId={spaceId}>{part}</SpaceProvider>
    </SpaceCachesProvider>,
    {
      client,
      path: '/space/:spaceId/devices/:id?',
      at: `/space/${spaceId}${at}`,
      space: spaceOf({ user_role: role }),
    },
  )
