import type { RaRecord } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import type { SpaceportDataProvider } from '../../../dataProvider'

/** Pages of a list, newest rows first, loaded on demand. */
export async function* pagesOf<Row extends RaRecord>(
  dataProvider: Pick<SpaceportDataProvider, 'getList'>,
  resource: string,
  filter: object,
  signal?: AbortSignal,
): AsyncGenerator<Row[]> {
  for (let page = 1; ; page += 1) {
    const { data } = await dataProvider.getList<Row>(resource, {
      pagination: { page, perPage: LIST_LIMIT },
      sort: { field: 'id', order: 'DESC' },
      filter,
      signal,
    })
    yield data
    if (data.length < LIST_LIMIT) return
  }
}
