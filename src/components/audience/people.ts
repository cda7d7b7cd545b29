import { onShift, type ShiftTimes } from '#contract/shifts'
import { usersApi } from '#contract/users'
import { usePermission } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useNow } from '../page'
import { useTranslate } from './texts'

/** Milliseconds between two updates of who is on shift. */
const INTERVAL = 30_000
/** Largest number of people that are named. */
const NAMED = 10

/**
 * Names people by their e-mail addresses, and says how many others there are; only how many they are if people may not be read.
 * @param isWanted whether there are people to name
 */
export function usePeople(isWanted = true): (ids: readonly string[]) => string[] {
  const translate = useTranslate()
  const mayRead = usePermission(usersApi.list.permission)
  const { data } = useGetList('users', WHOLE_LIST, {
    enabled: mayRead && isWanted,
    onError: () => undefined,
  })
  return (ids) => {
    if (ids.length === 0) return []
    if (!data) return [translate('audience.chosen', { smart_count: ids.length })]
    const gone = translate('audience.gonePerson')
    const named = ids.slice(0, NAMED).map((id) => data.find((person) => person.id === id)?.email ?? gone)
    const others = ids.length - named.length
    return others > 0 ? [...named, translate('audience.morePeople', { smart_count: others })] : named
  }
}

/** Names who is on shifts now; an empty text if nobody is. */
export function useOnShift(isWanted = true): (shift: ShiftTimes) => string {
  const peopleOf = usePeople(isWanted)
  const now = useNow(INTERVAL)
  return (shift) => peopleOf(onShift(shift, now)).join(', ')
}
