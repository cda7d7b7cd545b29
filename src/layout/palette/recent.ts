import { useState } from 'react'
import { z } from 'zod'
import { RECENT } from '../../authProvider/session'
import { useAccount } from '../../dataProvider/account'
import { localKeeper } from '../../storage'

/** Most entries that are kept. */
const KEPT = 12

const recentSchema = z.object({
  /** What it leads to; never the id of an access key, because that is its token. */
  key: z.string(),
  /** The space that it is in, and the resource that it is of. */
  spaceId: z.string().optional(),
  resource: z.string().optional(),
  title: z.string(),
  detail: z.string().optional(),
  /** Its address; without one it is looked up among what is there. */
  to: z.string().optional(),
})
/** What was opened from the palette. */
export type Recent = z.infer<typeof recentSchema>

/** What an account opened in this browser, the last first; signing out forgets it. */
export function readRecent(accountId: string): Recent[] {
  try {
    return z.array(recentSchema).parse(JSON.parse(localKeeper.getItem(RECENT + accountId) ?? '[]'))
  } catch {
    return []
  }
}

/** Notes that an account opened something. */
function keepRecent(accountId: string, opened: Recent) {
  const others = readRecent(accountId).filter(({ key }) => key !== opened.key)
  localKeeper.setItem(RECENT + accountId, JSON.stringify([opened, ...others].slice(0, KEPT)))
}

/** What the signed-in person has opened, and how to note more. */
export function useRecent() {
  const accountId = useAccount().profile?.id
  const [recent] = useState(() => (accountId ? readRecent(accountId) : []))
  return { recent, keep: (opened: Recent) => accountId && keepRecent(accountId, opened) }
}
