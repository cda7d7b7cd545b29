import { expect, test } from 'vitest'
import { aboutStatement } from './statements'

test.each([
  ['select "id", "name" from "device" where "device"."space_id" = $1 for update', 'SELECT device'],
  ['insert into "tag" ("id") values ($1) on conflict ("id") do update set "name" = $2', 'INSERT tag'],
  ['update "delivery" set "state" = $1', 'UPDATE delivery'],
  ['\n  update delivery d set is_taken = true from connector c', 'UPDATE delivery'],
  ['delete from message where id = any($1)', 'DELETE message'],
  [
    'with input as (select * from unnest($1::uuid[])) insert into message select * from input',
    'INSERT message',
  ],
  ['with due as (select id from delivery) select id from due', 'SELECT delivery'],
  ['begin', 'BEGIN'],
  ['select 1', 'SELECT'],
  ['', 'QUERY'],
])('%j has the name %s', (text, name) => {
  expect(aboutStatement(text).name).toBe(name)
})
