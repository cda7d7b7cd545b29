import { ARCHIVE, CONTROL_ROOM, LEDGER } from '../connectors/transformations'
import { WATER_VARIABLES } from '../variables'
import { beyond, DEVICE_LATE, type DemoSpace, OWNERS } from './types'

/** Pumps, shafts and reservoirs of a town: the first space in the list, which has something in every section. */
export const CITY_WATER: DemoSpace = {
  name: 'city-water',
  members: [...OWNERS, { email: 'viewer@example.com', role: 'user' }],
  tags: ['pump-station', 'reservoir', 'night-flow'],
  groups: [
    {
      prefix: 'pump-station',
      count: 6,
      surroundings: 'hall',
      tags: [['pump-station']],
      comments: [null, 'Ask the dispatcher before you enter', null],
      labels: [{ district: 'Old Town' }, { district: 'Harbour' }, { district: 'Mill Quarter' }],
    },
    {
      prefix: 'valve-shaft',
      count: 10,
      surroundings: 'shaft',
      tags: [['night-flow'], [], ['night-flow']],
      comments: [null, 'Weak signal under the lid', null, 'Flooded every spring'],
      labels: [
        { district: 'Old Town', pipe: 'DN 200' },
        { district: 'Harbour', pipe: 'DN 150' },
      ],
      silentDays: [6.4, 1.3, 0.06],
      unused: 1,
    },
    {
      prefix: 'reservoir',
      count: 4,
      surroundings: 'reservoir',
      tags: [['reservoir'], ['reservoir', 'night-flow']],
      comments: [null, 'Second chamber'],
      labels: [{ volume: '650 m3' }, { volume: '1200 m3' }],
    },
  ],
  connectors: [
    {
      name: 'control-room',
      direction: 'up',
      triggers: ['data'],
      tags: ['pump-station', 'reservoir'],
      transformation: CONTROL_ROOM,
    },
    {
      name: 'night-flow-ledger',
      direction: 'up',
      triggers: ['data'],
      tags: ['night-flow'],
      retryDelays: [60, 900, 3600],
      transformation: LEDGER,
    },
    {
      name: 'old-archive',
      direction: 'up',
      triggers: ['session', 'data'],
      tags: ['reservoir'],
      retryDelays: [],
      transformation: ARCHIVE,
      isDisabled: true,
    },
  ],
  keys: [
    { name: 'control-room-screen', permissions: ['space:device:read', 'space:message:read'], calls: 60 },
    { name: 'meter-import', permissions: ['space:device:read', 'space:variable:create'], calls: 1 },
    {
      name: 'valve-control',
      tags: ['night-flow'],
      permissions: ['space:device:read', 'space:device:downlink:create', 'space:message:read'],
    },
  ],
  variables: WATER_VARIABLES,
  pins: [
    { path: 'tank.level', label: 'Level', unit: 'm', decimals: 2 },
    { path: 'tank.inflow', label: 'Inflow', unit: 'm³/h', decimals: 1 },
    { path: 'meter.flow', label: 'Flow', unit: 'm³/h', decimals: 1 },
    { path: 'meter.volume', label: 'Counter', unit: 'm³', decimals: 0 },
  ],
  rules: [
    {
      ...DEVICE_LATE,
      note: {
        by: 'demo@example.com',
        text: 'The shaft is flooded, so nothing gets out. It is pumped dry as soon as the river is lower.',
        hours: 3,
      },
    },
    { name: 'Firmware update failed', condition: { kind: 'firmwareFailed' } },
    {
      name: 'Reservoir low',
      condition: beyond('below', 'tank.level', 2, 2.3, 1, 1800),
      tags: ['reservoir'],
    },
    {
      name: 'High flow',
      condition: beyond('above', 'meter.flow', 22, 19),
      tags: ['pump-station'],
    },
  ],
  mutes: [
    {
      name: 'New lid on valve-shaft-03',
      devices: ['valve-shaft-03'],
      note: 'The device lies in the van until the concrete is dry.',
      hours: [-2, 72],
    },
    {
      name: 'Reservoirs are cleaned',
      tags: ['reservoir'],
      note: 'One chamber after the other: levels fall on purpose.',
      hours: [120, 130],
    },
  ],
}
