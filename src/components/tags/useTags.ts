import { useReads } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'

/** All tags of the space, by name; undefined while they load, and for people who may not read them. */
export const useTags = () => useGetList('tags', WHOLE_LIST, { enabled: useReads('space:tag:read') }).data
