import { getToken } from '../../authProvider/session'
import { claimsIn } from '../../claims'
import { localKeeper as keeper } from '../../storage'

/** Storage key of the person with push messages, and their sign-in. The next sign-in switches them on again. */
const OWNER = 'pushOwner'

/** Id of this sign-in within the account; empty if the server does not send one. */
export const signInId = (): string => {
  const { jti } = claimsIn(getToken())
  return typeof jti === 'string' ? jti : ''
}

/** Whether the person has switched on push messages in this browser. */
export const isOwner = (userId: string) => keeper.getItem(OWNER)?.split(' ')[0] === userId
/** Whether they were switched on during this sign-in. If they are off nevertheless, somebody has switched them off. */
export const isKept = (userId: string, signIn: string) => keeper.getItem(OWNER) === `${userId} ${signIn}`
export const keepOwner = (userId: string, signIn: string) => keeper.setItem(OWNER, `${userId} ${signIn}`)
export const forgetOwner = () => keeper.removeItem(OWNER)
