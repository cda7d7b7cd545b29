import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from './database'

const tablesOf = async (connectionString: string) => {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

test('databases that are created at the same time are migrated and separate', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, () => createDatabase()))
  expect(new Set(urls).size).toBe(5)
  const tables = await Promise.all(urls.map(tablesOf))
  expect(tables[0]).toContain('app_user')
  for (const each of tables) expect(each).toEqual(tables[0])
})
