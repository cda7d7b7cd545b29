import { isRemembered } from '../../authProvider/session'
import { localKeeper, sessionKeeper } from '../../storage'

const PREFIX = 'bulk:'

/** Key prefix of an account's journals, or of those of one kind. */
export const journalsOf = (accountId: string, kind?: string) =>
  kind === undefined ? `${PREFIX}${accountId}:` : `${PREFIX}${accountId}:${kind}:`

/** The storage for new journals; it outlives the tab if the sign-in does. */
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

/** Removes all journals of an account, at sign-out. */
export function forgetJournals(accountId: string) {
  for (const { keeper, key } of keysFrom(journalsOf(accountId))) keeper.removeItem(key)
}

const changes = new EventTarget()

/** Signals that this tab has started, ended or released a bulk run. */
export const journalsChanged = () => changes.dispatchEvent(new Event('change'))

/** Calls back when this tab has started, ended or released a bulk run. Returns a function that stops. */
export function onJournalsChanged(listener: () => void) {
  changes.addEventListener('change', listener)
  return () => changes.removeEventListener('change', listener)
}
