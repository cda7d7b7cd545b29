import { useState } from 'react'
import { z } from 'zod'
import { RECENT } from '../../authProvider/session'
import { useAccount } from '../../dataProvider/account'
import { localKeeper } from '../../storage'

/** Maximum number of stored entries. */
const KEPT = 12

const recentSchema = z.object({
  /** Identifies the entry; never contains a key's id, because that is its token. */
  key: z.string(),
  /** The entry's space and resource. */
  spaceId: z.string().optional(),
  resource: z.string().optional(),
  title: z.string(),
  detail: z.string().optional(),
  /** Its address; without one, the entry is found among the current ones. */
  to: z.string().optional(),
})
/** An entry opened from the palette. */
export type Recent = z.infer<typeof recentSchema>

/** Entries that an account opened in this browser, newest first; signing out removes them. */
export function readRecent(accountId: string): Recent[] {
  try {
    return z.array(recentSchema).parse(JSON.parse(localKeeper.getItem(RECENT + accountId) ?? '[]'))
  } catch {
    return []
  }
}

/** Stores an opened entry for an account. */
function keepRecent(accountId: string, opened: Recent) {
  const others = readRecent(accountId).filter(({ key }) => key !== opened.key)
  localKeeper.setItem(RECENT + accountId, JSON.stringify([opened, ...others].slice(0, KEPT)))
}

/** The signed-in person's recent entries, and a function that adds one. */
export function useRecent() {
  const accountId = useAccount().profile?.id
  const [recent] = useState(() => (accountId ? readRecent(accountId) : []))
  return { recent, keep: (opened: Recent) => accountId && keepRecent(accountId, opened) }
}
