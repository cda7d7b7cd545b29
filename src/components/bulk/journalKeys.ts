import { isRemembered } from '../../authProvider/session'
import { localKeeper, sessionKeeper } from '../../storage'

const PREFIX = 'bulk:'

/** What the names of the journals of an account begin with; with a kind, those of that kind. */
export const journalsOf = (accountId: string, kind?: string) =>
  kind === undefined ? `${PREFIX}${accountId}:` : `${PREFIX}${accountId}:${kind}:`

/** Where new journals are kept: they outlive the tab where the sign-in does. */
export const journalKeeper = () => (isRemembered() ? localKeeper : sessionKeeper)

const keysFrom = (prefix: string) =>
  [localKeeper, sessionKeeper].flatMap((keeper) =>
    keeper
      .keys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => ({ keeper, key })),
  )

/** The stored entries of an account's journals of a kind. */
export const journalEntries = (accountId: string, kind: string) => keysFrom(journalsOf(accountId, kind))

/** Forgets all journals of an account. For signing out. */
export function forgetJournals(accountId: string) {
  for (const { keeper, key } of keysFrom(journalsOf(accountId))) keeper.removeItem(key)
}

const changes = new EventTarget()

/** Says that this tab has begun, ended or let go a bulk run. */
export const journalsChanged = () => changes.dispatchEvent(new Event('change'))

/** Calls back when this tab has begun, ended or let go a bulk run, until what is returned is called. */
export function onJournalsChanged(listener: () => void) {
  changes.addEventListener('change', listener)
  return () => changes.removeEventListener('change', listener)
}
