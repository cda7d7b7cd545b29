import type { Db } from '../../db/database'
import { JsonText } from '../json'
import { CONNECTOR_COLUMNS } from './row'

const LIST = {
  name: 'connectors.list',
  text: `
    select coalesce(json_agg(row_to_json(page)), '[]')::text as json
    from (
      select ${CONNECTOR_COLUMNS} from connector c where c.space_id = $1 order by c.name, c.id limit $2
    ) page`,
}

/** Connectors of a space, by name. Spec 1, section 7. */
export async function listConnectors(db: Db, spaceId: string, limit: number): Promise<JsonText> {
  const { rows } = await db.$client.query<{ json: string }>({ ...LIST, values: [spaceId, limit] })
  return new JsonText(rows[0]?.json ?? '[]')
}
