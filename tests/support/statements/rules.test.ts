import { afterAll, expect, test } from 'vitest'
import { createDatabase } from '../database'
import { openAnalysis } from './analyse'
import { violationsOf } from './rules'

const { catalog, analyse, close } = await openAnalysis(await createDatabase())
afterAll(close)

const found = async (statement: string, same: number[] = []) =>
  violationsOf(catalog, await analyse(statement), same)

test.each<[what: string, statement: string]>([
  [
    'a statement of one space',
    'select from device d join device_tag t using (space_id) where d.space_id = $1 for update',
  ],
  [
    'one whose tables are bound by joins, parts and inner queries',
    `with held as (select space_id, id from device where space_id = $1 for update)
      select (select count(*) from variable v where v.space_id = h.space_id)
      from held h join tag t on t.space_id = h.space_id
      where (h.space_id, h.id) in (select space_id, device_id from message limit 1)`,
  ],
  ['rows of one space', 'insert into tag (space_id, id, name, color) values ($1, $2, $3, $4) returning id'],
  [
    'parts that each name the space',
    `with made as (insert into tag (space_id, id, name, color) values ($1, $2, '', '') returning id), seen as (
      update device set comment = null from made where space_id = $1 and device.id = made.id) select from made`,
  ],
  [
    'a reading of all spaces',
    'select d.space_id, count(*) from device d join tag t using (space_id) group by 1',
  ],
  ['a plain deletion in all spaces', 'delete from access_key_use where hour < $1'],
  ['the tables that every node has', 'select from access_key k join space s on s.id = k.space_id for update'],
  [
    'a local table beside one that every node has',
    'delete from mail where user_id in (select id from app_user)',
  ],
])('%s is accepted', async (_what, statement) => {
  expect(await found(statement)).toEqual([])
})

test('two parameters count as one space only when their values were equal', async () => {
  const statement = 'select from device d, tag t where d.space_id = $1 and t.space_id = $2 for update'
  expect(await found(statement, [1, 1])).toEqual([])
  expect(await found(statement, [1, 2])).toEqual([
    'locks rows of several spaces: device d, tag t',
    'joins several spaces by something else than space_id: device d, tag t',
  ])
})

test.each<[statement: string, violation: string]>([
  ['select from device where id = $1 for update', 'locks rows of several spaces: device'],
  ['select from device where space_id = any($1) for update', 'locks rows of several spaces: device'],
  ['select from device d join message m on m.device_id = d.id', 'joins several spaces by something else'],
  ['select from device d where d.space_id = $1 or d.id = $2 for update', 'locks rows of several spaces'],
  [
    'select from device_credential c where serial_number = $1 and exists (select from device d where d.space_id = c.space_id)',
    'depends on rows of no space: device d',
  ],
  ['select from device tablesample system (1)', 'a sample over several spaces'],
  [
    'select count(*) from device group by grouping sets ((space_id), ())',
    'grouping sets over several spaces',
  ],
  [
    'with recursive all_of as (select id from device union select id from all_of) select from all_of',
    'a recursive with over several spaces',
  ],
  [
    `with held as (select space_id, id from device where space_id = $1), made as (
      insert into tag (space_id, id, name, color) select space_id, id, '', '' from held)
      update device d set comment = null from held where held.id = d.id and d.space_id = held.space_id and exists (
        select from message m where m.device_id = d.id)`,
    'a change over several spaces reads other tables: device d, message m',
  ],
  ['delete from device d using mail m where m.space_id = d.space_id', 'mail is local, device distributed'],
  [
    'update access_key k set name = d.name from device d where d.id = k.id',
    'a change of the reference table access_key reads device',
  ],
  ['update device set space_id = $1 where space_id = $2', 'a change of device puts rows into another space'],
  ['update device set id = gen_random_uuid() where space_id = $1', 'gen_random_uuid, which are volatile'],
  [
    `update device set moved_at = created_at + interval '1 day' where space_id = $1`,
    'gives columns to timestamptz_pl_interval',
  ],
  [
    'update device set moved_at = coalesce(moved_at, now()) where space_id = $1',
    'uses now in case or coalesce',
  ],
  [
    `update device set name = $2 where space_id = $1 returning to_char(created_at, 'YYYY')`,
    'returning of device uses to_char',
  ],
  [
    `insert into tag (space_id, id, name, color) values ($1, $2, '', '') on conflict (space_id, id) do update set created_at = now()`,
    'on conflict of tag uses now',
  ],
  [
    'insert into tag (space_id, id, color, name) values ($1, $2, $3, (select name from space where id = $1))',
    'an insert into tag has a query among its values',
  ],
])('%s is refused', async (statement, violation) => {
  expect((await found(statement)).join('\n')).toContain(violation)
})
