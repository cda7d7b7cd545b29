import { ORCHARD_CONNECTORS } from '../connectors/definitions'
import { beyond, DEVICE_LATE, type DemoSpace, OWNERS, TEMPERATURE_PINS } from './types'

const LTE = { 'app config mode': 'lte', 'lte config antenna': 'int' }

/** Frost, irrigation and a packing hall. */
export const ORCHARD_NORTH: DemoSpace = {
  name: 'orchard-north',
  members: [...OWNERS, { email: 'viewer@example.com', role: 'user' }],
  tags: ['north-slope', 'south-slope', 'frost-watch', 'irrigation', 'read-only'],
  readOnlyTags: ['read-only'],
  groups: [
    {
      prefix: 'frost-post',
      count: 8,
      surroundings: 'outdoor',
      tags: [['frost-watch', 'north-slope'], ['frost-watch', 'south-slope'], ['frost-watch']],
      comments: ['On a post, 40 cm above the ground', 'Beside the hedge, in the shade until ten', null],
      labels: [
        { variety: 'Golden Delicious', block: 'A' },
        { variety: 'Jonagold', block: 'B' },
      ],
      wished: [LTE, LTE, LTE, LTE],
    },
    {
      prefix: 'row-sensor',
      count: 12,
      surroundings: 'outdoor',
      tags: [['north-slope'], ['south-slope'], ['north-slope', 'irrigation'], []],
      comments: [null, 'Middle of the row, at the height of the lowest branch', null, null],
      labels: [{ variety: 'Rubinola', block: 'C' }, { block: 'D' }, {}],
      silentDays: [3.2],
      wished: [{ 'app config interval-report': '900' }],
      unused: 1,
    },
    {
      prefix: 'well-gauge',
      count: 2,
      surroundings: 'shaft',
      tags: [['irrigation']],
      comments: ['Key to the lid is in the packing hall'],
      labels: [{ depth: '18 m' }, { depth: '24 m' }],
      // It refuses such a short interval.
      wished: [{ ...LTE, 'app config interval-report': '5' }],
    },
    {
      prefix: 'packing-hall',
      count: 2,
      surroundings: 'room',
      tags: [[], ['read-only']],
      comments: [null],
      labels: [{ wall: 'east' }, { wall: 'west' }],
    },
  ],
  templates: [
    {
      name: 'Frost watch',
      settings: { 'app config interval-report': '600', 'app config interval-sample': '30' },
      tags: ['frost-watch'],
      comment: 'For nights below 4 °C',
    },
    {
      name: 'Battery saving',
      settings: { 'app config interval-report': '3600', 'app config interval-aggreg': '900' },
      tags: [],
      comment: null,
    },
  ],
  connectors: ORCHARD_CONNECTORS,
  keys: [
    { name: 'read-only-report', permissions: ['space:device:read', 'space:message:read'], calls: 4 },
    {
      name: 'irrigation-control',
      tags: ['irrigation'],
      permissions: ['space:device:read', 'space:device:downlink:create', 'space:message:read'],
    },
  ],
  variables: [
    {
      device: null,
      name: 'HARVEST_YEAR',
      value: '2026-27',
      environment: 'reports',
      comment: 'Heads every page of the report',
    },
  ],
  pins: TEMPERATURE_PINS,
  rules: [
    DEVICE_LATE,
    {
      name: 'Frost',
      condition: beyond('below', 'thermometer.temperature', 0, 1),
      tags: ['frost-watch'],
    },
  ],
  mutes: [],
}
