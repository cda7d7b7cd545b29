import { useGetList } from 'react-admin'
import { LIST_LIMIT } from '#contract/common'
import type { Tag } from '#contract/tags'

/** All tags of the space, by name; undefined while they load. */
export function useTags(): Tag[] | undefined {
  const { data } = useGetList<Tag>('tags', {
    pagination: { page: 1, perPage: LIST_LIMIT },
    sort: { field: 'name', order: 'ASC' },
  })
  return data
}
