import { adminSpacesApi, type FoundSpace } from '#contract/admin'
import { can, isRestricted } from '#contract/permissions'
import { useRested } from '../../../components/useRested'
import { useCapability } from '../../../config'
import { actorIn, useAccount, usePermission } from '../../../dataProvider/account'
import { useAnswer } from '../../../dataProvider/answers'
import { useGetList, useGetOne, WHOLE_LIST } from '../../../dataProvider/queries'
import { useOptionalSpaceId } from '../../../dataProvider/SpaceProvider'

const SEARCHED = 40

/** A space to choose; names may repeat. */
export type SpaceChoice = Pick<FoundSpace, 'id' | 'name'> & Partial<Pick<FoundSpace, 'owner'>>

/** Whether a person may move devices to a space. */
const mayMoveTo = (actor: ReturnType<typeof actorIn>) =>
  can(actor, 'space:device:create') && (actor.systemRole === 'admin' || !isRestricted(actor))

/**
 * The other spaces in which the person may create devices. System administrators search all spaces of the installation
 * by the typed text.
 */
export function useSpaceChoices(typed: string) {
  const here = useOptionalSpaceId()
  const { systemRole } = useAccount()
  const isAdmin = usePermission('admin:access')
  const searches = useCapability(adminSpacesApi.search.capability) && isAdmin
  const wanted = typed.trim()
  const text = useRested(wanted)
  const own = useGetList('spaces', WHOLE_LIST, { enabled: !searches })
  const found = useAnswer(adminSpacesApi.search, {
    query: { text, limit: SEARCHED },
    enabled: searches,
    placeholderData: (previous) => previous,
  })
  const mayCreate = own.data?.filter((space) => !space.invited && mayMoveTo(actorIn(systemRole, space)))
  const all: SpaceChoice[] | undefined = searches ? found.data : mayCreate
  const spaces = all?.filter(({ id }) => id !== here)
  const { isFetching, error, refetch } = searches ? found : own
  return {
    spaces,
    hasNone: !searches && spaces?.length === 0,
    searches,
    isLoading: isFetching || (searches && text !== wanted),
    error,
    refetch,
  }
}

/** Name of a space; null if the person may not see it, undefined while unknown. */
export function useSpaceName(spaceId: string): string | null | undefined {
  const isAdmin = usePermission('admin:access')
  const { data, error } = useGetList('spaces', WHOLE_LIST)
  const own = data?.find(({ id, invited }) => id === spaceId && !invited)
  const other = useGetOne('spaces', { id: spaceId }, { enabled: isAdmin && data !== undefined && !own })
  if (own) return own.name
  if (isAdmin && !error && !other.error) return other.data?.name
  return data || error ? null : undefined
}
