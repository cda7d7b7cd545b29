import { getToken } from '../../authProvider/session'
import { claimsIn } from '../../claims'
import { localKeeper as keeper } from '../../storage'

/** Whose push messages this browser shows, and since which sign-in: it is switched on again after their next one. */
const OWNER = 'pushOwner'

/** Which sign-in this is, among those of the account; empty where the server does not say. */
export const signInId = (): string => {
  const { jti } = claimsIn(getToken())
  return typeof jti === 'string' ? jti : ''
}

/** Whether the person has switched push messages on in this browser. */
export const isOwner = (userId: string) => keeper.getItem(OWNER)?.split(' ')[0] === userId
/** Whether they were switched on in this sign-in: what is off since then, somebody has switched off. */
export const isKept = (userId: string, signIn: string) => keeper.getItem(OWNER) === `${userId} ${signIn}`
export const keepOwner = (userId: string, signIn: string) => keeper.setItem(OWNER, `${userId} ${signIn}`)
export const forgetOwner = () => keeper.removeItem(OWNER)
