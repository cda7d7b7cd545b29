import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'

/** All tags of the space, by name; undefined while they load. */
export const useTags = () => useGetList('tags', WHOLE_LIST).data
