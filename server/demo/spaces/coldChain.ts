import { HYGIENE_LOG } from '../connectors/transformations'
import { beyond, DEVICE_LATE, type DemoSpace, OWNERS, TEMPERATURE_PINS } from './types'

/** Cold rooms, freezers and trucks. */
export const COLD_CHAIN: DemoSpace = {
  name: 'cold-chain',
  members: [...OWNERS, { email: 'viewer@example.com', role: 'user', invited: true }],
  tags: ['chilled', 'frozen', 'transport'],
  groups: [
    {
      prefix: 'cold-room',
      count: 6,
      surroundings: 'fridge',
      tags: [['chilled']],
      comments: [null, 'Between the two evaporators', null],
      labels: [
        { warehouse: 'Riverside', goods: 'dairy' },
        { warehouse: 'Riverside', goods: 'fruit' },
      ],
    },
    {
      prefix: 'deep-freezer',
      count: 5,
      surroundings: 'freezer',
      tags: [['frozen']],
      comments: ['Defrosts at four in the morning', null],
      labels: [
        { warehouse: 'Hilltop', goods: 'fish' },
        { warehouse: 'Hilltop', goods: 'bakery' },
      ],
    },
    {
      prefix: 'truck-box',
      count: 5,
      surroundings: 'fridge',
      tags: [['transport', 'chilled'], ['transport']],
      comments: [null, 'Spare unit, used at weekends'],
      labels: [{ route: 'morning' }, { route: 'night' }],
      silentDays: [2.1],
      unused: 1,
    },
  ],
  connectors: [
    {
      name: 'hygiene-log',
      direction: 'up',
      triggers: ['data'],
      tags: ['chilled', 'frozen'],
      transformation: HYGIENE_LOG,
    },
  ],
  keys: [
    {
      name: 'route-planner',
      tags: ['transport'],
      permissions: ['space:device:read', 'space:message:read'],
      calls: 12,
    },
  ],
  variables: [
    {
      device: null,
      name: 'INSPECTOR',
      value: 'Riverside district',
      environment: 'reports',
      comment: 'Who gets the hygiene log',
    },
  ],
  pins: TEMPERATURE_PINS,
  rules: [
    DEVICE_LATE,
    {
      name: 'Cold room too warm',
      condition: beyond('above', 'thermometer.temperature', 6, 5.5),
      tags: ['chilled'],
    },
  ],
  mutes: [
    {
      name: 'Spare truck is fitted out',
      devices: ['truck-box-05'],
      note: 'Its device is switched on when the cooling is.',
      hours: [-30, 90],
    },
  ],
}
