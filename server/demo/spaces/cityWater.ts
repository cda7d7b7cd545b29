import { ONE_STAGE, type Stage } from '#contract/rollouts'
import { ARCHIVE, CONTROL_ROOM, LEDGER } from '../connectors/transformations'
import { WATER_VARIABLES } from '../variables'
import { beyond, DEVICE_LATE, type DemoSpace, OWNERS } from './types'

const gate = { kind: 'time', minutes: 60, failed_max: 0, troubled_max: 0 } as const
const FIRST_ONE: Stage = { size: { kind: 'count', count: 1 }, gate }
const REST: Stage = { size: { kind: 'rest' }, gate }

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
  rollouts: [
    {
      name: 'Sense 2.2 for the pump stations',
      note: 'One first, then the others.',
      order: { kind: 'firmware', firmware: 'sense-v2-2-0', target: 'app' },
      devices: [
        ['pump-station-01'],
        ['pump-station-02', 'pump-station-03', 'pump-station-04', 'pump-station-05'],
      ],
      stages: [FIRST_ONE, REST],
      state: 'done',
      hours: 70,
      before: 'sense-v2-1-0',
    },
    {
      name: 'Sense 2.3 for the valve shafts',
      note: 'The new modem driver saves a tenth of the battery.',
      order: { kind: 'firmware', firmware: 'sense-v2-3-0', target: 'app' },
      devices: [
        ['valve-shaft-04', 'valve-shaft-05'],
        ['valve-shaft-06', 'valve-shaft-07', 'valve-shaft-08', 'valve-shaft-09'],
      ],
      stages: [{ ...FIRST_ONE, size: { kind: 'count', count: 2 } }, REST],
      state: 'paused',
      hours: 4,
      before: 'sense-v2-1-0',
      failed: { 'valve-shaft-05': 'not enough space for the image' },
    },
    {
      name: 'Report every 15 minutes',
      note: null,
      order: { kind: 'config', body: ['app config interval-report 900'] },
      devices: [
        [
          'pump-station-01',
          'pump-station-02',
          'pump-station-03',
          'pump-station-04',
          'pump-station-05',
          'pump-station-06',
          'reservoir-01',
          'reservoir-02',
          'reservoir-03',
          'reservoir-04',
        ],
      ],
      stages: ONE_STAGE,
      state: 'running',
      hours: 0,
      before: null,
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
