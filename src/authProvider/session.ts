import type { Profile } from '#contract/profile'
import { claimsIn } from '../claims'
import { readPreferencesAgain, storedAccount, USER } from '../preferences'
import { localKeeper, sessionKeeper } from '../storage'
import { storablePath } from './safePath'

const TOKEN = 'token'
const COMPARE = 'compareMessages'
const REDIRECT = 'redirectPath'
const RETRY = 'retryPath'
const VISIT = 'lastPath.'
const DENIAL = 'denial'
const TAB_OWNER = 'tabOwner'
/** Prefix of the local keys of what an account opened. */
export const RECENT = 'recent.'

/** The access token: in local storage when remembered, else in session storage. Rules, "Sign-in". */
export const getToken = () => sessionKeeper.getItem(TOKEN) ?? localKeeper.getItem(TOKEN)

/** Whether the sign-in outlives the tab. */
export const isRemembered = () => localKeeper.getItem(TOKEN) !== null

/** Signs in: the token is kept for this browser session, or until the sign-out when it is to be remembered. */
export function setToken(token: string, remember: boolean) {
  clearTokens()
  const storage = remember ? localKeeper : sessionKeeper
  storage.setItem(TOKEN, token)
  takeTab()
}

/** The account of a tab. The tab keeps it when the session ends elsewhere, so that nobody takes it over in silence. */
export interface TabOwner {
  uid: string
  /** Null until it is known. */
  email: string | null
}

/** From now on this tab is of who is signed in. */
export function takeTab() {
  const { uid } = claimsIn(getToken())
  if (typeof uid !== 'string') return
  sessionKeeper.setItem(TAB_OWNER, `${uid} ${storedAccount()?.email ?? ''}`)
}

/** This tab is of nobody any more: its person has signed out here. */
export const leaveTab = () => sessionKeeper.removeItem(TAB_OWNER)

/** Whose this tab is, when somebody else is signed in; else null. */
export function otherOwner(): TabOwner | null {
  const kept = sessionKeeper.getItem(TAB_OWNER)
  const { uid } = claimsIn(getToken())
  if (kept === null || typeof uid !== 'string') return null
  const [owner = '', email] = kept.split(' ')
  return owner === uid ? null : { uid: owner, email: email || null }
}

/**
 * Calls back when another tab has signed this browser in or out, or this tab while it showed other pages: what is on screen belongs to
 * who was signed in before.
 * @returns what ends the watch
 */
export function watchToken(onChanged: () => void) {
  const token = getToken()
  const compare = () => {
    if (getToken() !== token) onChanged()
  }
  const watch = new AbortController()
  // What else another tab stores is no sign-in: this tab may be in the middle of its own.
  const stored = ({ key }: StorageEvent) => (key === null || key === TOKEN) && compare()
  window.addEventListener('storage', stored, watch)
  // A page that the browser has kept has missed it.
  window.addEventListener('pageshow', ({ persisted }) => persisted && compare(), watch)
  return () => watch.abort()
}

/** Forgets the token and every local key that starts with `token`. */
export function clearTokens() {
  sessionKeeper.removeItem(TOKEN)
  for (const key of localKeeper.keys()) if (key.startsWith(TOKEN)) localKeeper.removeItem(key)
}

/** Forgets everything that belongs to the signed-in person. Rules, "Sign-in". */
export function clearSession() {
  clearTokens()
  localKeeper.removeItem(USER)
  sessionKeeper.removeItem(USER)
  localKeeper.removeItem(COMPARE)
  sessionKeeper.removeItem(RETRY)
  for (const key of localKeeper.keys()) if (key.startsWith(RECENT)) localKeeper.removeItem(key)
  readPreferencesAgain()
}

/** Keeps the person as long as their token. */
export function storeUser(user: Profile) {
  const keeper = sessionKeeper.getItem(TOKEN) === null ? localKeeper : sessionKeeper
  keeper.setItem(USER, JSON.stringify(user))
  readPreferencesAgain()
  if (!otherOwner()) takeTab()
}

/** Keeps the path to return to after the next sign-in, without secrets; a call that is denied on the login page changes nothing. */
export function rememberPath(path: string) {
  const kept = storablePath(path)
  if (kept !== '') sessionKeeper.setItem(REDIRECT, kept)
}

/** Takes the remembered path, which can be taken once. */
export function takeRememberedPath(): string | null {
  const path = sessionKeeper.getItem(REDIRECT)
  sessionKeeper.removeItem(REDIRECT)
  return path
}

/** Where the path last visited in an area of the console is kept. */
export const visitKey = (area: string) => `${VISIT}${area}`

/** Forgets the visited paths, so that the next person starts at the first page. */
export function forgetVisits() {
  for (const key of sessionKeeper.keys()) if (key.startsWith(VISIT)) sessionKeeper.removeItem(key)
}

/** The path on which access was denied once, with the time in milliseconds at which that was seen. */
export function getRetry(): { path: string; at: number } | null {
  const kept = sessionKeeper.getItem(RETRY)
  if (!kept) return null
  const [at = '', ...path] = kept.split(' ')
  return { at: Number(at), path: path.join(' ') }
}

const OUTCOME = 'oauthOutcome'

/** What a provider's sign-in came to, as JSON, while the tab goes back in its history to show it there; null otherwise. */
export const keptOutcome = () => sessionKeeper.getItem(OUTCOME)
export const keepOutcome = (outcome: string) => sessionKeeper.setItem(OUTCOME, outcome)
export const clearOutcome = () => sessionKeeper.removeItem(OUTCOME)

/** Why the console has signed somebody out: the sign-in was no longer valid, or access was refused again. */
const DENIALS = ['expired', 'refused'] as const
export type SignOutReason = (typeof DENIALS)[number]

/** Remembers for the sign-in page why it is shown. */
export const setSignOutReason = (reason: SignOutReason) => sessionKeeper.setItem(DENIAL, reason)
/** Why the sign-in page is shown; null when nothing was denied. */
export const getSignOutReason = (): SignOutReason | null =>
  DENIALS.find((reason) => reason === sessionKeeper.getItem(DENIAL)) ?? null
export const clearSignOutReason = () => sessionKeeper.removeItem(DENIAL)

export const setRetry = (path: string) => sessionKeeper.setItem(RETRY, `${Date.now()} ${storablePath(path)}`)
export const clearRetry = () => sessionKeeper.removeItem(RETRY)
