import { isLastingAdmin, type SpaceUser } from '#contract/users'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useTranslate } from './texts'

type Member = Pick<SpaceUser, 'id'> & Parameters<typeof isLastingAdmin>[0]

/** Whether the space would have no admin for good without this person. Invited people do not count. */
export const isLastAdmin = (user: Member, everyone: readonly Member[]): boolean =>
  isLastingAdmin(user) && !everyone.some((other) => other.id !== user.id && isLastingAdmin(other))

/** Says why the person can be neither demoted nor removed; null if they can, or while it is unknown. */
export function useLastAdminReason(user: Member | undefined): string | null {
  const translate = useTranslate()
  const { data } = useGetList('users', WHOLE_LIST, { enabled: user?.space_role === 'admin' })
  return user && data && isLastAdmin(user, data) ? translate('users.lastAdmin') : null
}
