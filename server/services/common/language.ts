import type { Language } from '#contract/common'
import type { Db } from '../../db/database'

/** The collation of each language, which PostgreSQL has if it was built with ICU. */
const COLLATIONS: Record<Language, string> = { en: 'en-x-icu', cs: 'cs-x-icu' }

/** SQL that makes a text sort by the rules of a language; nothing without one, which keeps the order of the column. */
export const byLanguage = (text: string, language: Language | undefined): string =>
  language ? `${text} collate "${COLLATIONS[language]}"` : text

const known = new WeakMap<Db, Promise<ReadonlySet<string>>>()

async function readCollations(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await db.$client.query<{ name: string }>(
    'select collname::text as name from pg_collation where collname = any($1::name[])',
    [Object.values(COLLATIONS)],
  )
  return new Set(rows.map(({ name }) => name))
}

/** The language, if the database can sort by it: a PostgreSQL without ICU keeps its own order. */
export async function sortableLanguage(
  db: Db,
  language: Language | undefined,
): Promise<Language | undefined> {
  if (!language) return undefined
  const reading = known.get(db) ?? readCollations(db)
  known.set(db, reading)
  // A failed read is not remembered.
  reading.catch(() => known.delete(db))
  return (await reading).has(COLLATIONS[language]) ? language : undefined
}
