import { LIST_LIMIT } from '#contract/common'
import { useGetList } from '../../dataProvider/queries'

/** All tags of the space, by name; undefined while they load. */
export const useTags = () =>
  useGetList('tags', {
    pagination: { page: 1, perPage: LIST_LIMIT },
    sort: { field: 'name', order: 'ASC' },
  }).data
