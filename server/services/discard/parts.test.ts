import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '../../db/schema'
import { KINDS, TRASH_RESOURCES } from './parts'

const tables = Object.values(schema).filter((table) => is(table, PgTable))

/** The tables whose rows the database deletes with those of another one. */
const cascadingTo = (name: string) =>
  tables
    .filter((table) =>
      getTableConfig(table).foreignKeys.some(
        (key) => key.onDelete === 'cascade' && getTableName(key.reference().foreignTable) === name,
      ),
    )
    .map((table) => getTableName(table))

test('the trash has every table whose rows are deleted with a record', () => {
  const kept = TRASH_RESOURCES.map((resource) => [
    resource,
    KINDS[resource].parts.map(({ table }) => table).toSorted(),
  ])
  expect(Object.fromEntries(kept)).toEqual({
    device: [
      'alert_episode',
      'alert_state',
      'device_configuration',
      'device_contact',
      'device_note',
      'device_replacement',
      'device_session',
      'device_tag',
      'firmware_job',
      'simulated_device',
      'variable',
    ],
    connector: [
      'alert_episode',
      'connector_hold',
      'connector_operation',
      'connector_replay',
      'connector_tag',
    ],
    alertRule: [],
    tag: ['config_template_tag', 'connector_tag', 'device_tag'],
    variable: [],
    note: [],
    view: [],
  })
})

test('no rows are deleted with those: they would be lost', () => {
  const parts = TRASH_RESOURCES.flatMap((resource) => KINDS[resource].parts.map(({ table }) => table))
  expect(parts.flatMap(cascadingTo)).toEqual([])
})

test('rows of too many are kept by the last column of the key, and computed columns are not stored', () => {
  const { root, parts } = KINDS.device
  expect(root).toMatchObject({ computed: ['searched'] })
  expect(root.columns).not.toContain('searched')
  expect(parts.find(({ table }) => table === 'device_session')).toMatchObject({
    recordId: 'device_id',
    newest: 'session_id',
    others: [],
  })
  expect(parts.find(({ table }) => table === 'alert_state')?.others).toMatchObject([
    {
      to: 'alert_rule',
      columns: [
        ['space_id', 'space_id'],
        ['rule_id', 'id'],
      ],
    },
  ])
})
