import type { DataProvider } from 'react-admin'
import { isGone } from '../../dataProvider/client'
import type { ResourceName } from '../../dataProvider/endpoints'
import type { BulkJob } from './machine'

/** Deletes each record; a record that is already gone counts as unchanged. */
export function deleteJob(
  dataProvider: Pick<DataProvider, 'getOne' | 'delete'>,
  resource: ResourceName,
): Required<BulkJob> {
  return {
    async work(id, _signal, headers) {
      try {
        await dataProvider.delete(resource, { id, previousData: { id }, meta: { headers } })
        return 'done'
      } catch (error) {
        if (isGone(error)) return 'unchanged'
        throw error
      }
    },
    async check(id) {
      try {
        await dataProvider.getOne(resource, { id })
        return 'open'
      } catch (error) {
        if (isGone(error)) return 'done'
        throw error
      }
    },
  }
}
