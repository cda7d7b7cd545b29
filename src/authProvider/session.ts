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
/** Prefix of the local storage keys for recently opened records. */
export const RECENT = 'recent.'

/** The access token: from local storage if remembered, else from session storage. Rules, "Sign-in". */
export const getToken = () => sessionKeeper.getItem(TOKEN) ?? localKeeper.getItem(TOKEN)

/** Whether the sign-in outlives the tab. */
export const isRemembered = () => localKeeper.getItem(TOKEN) !== null

/** Signs in. The token is kept until the browser session ends, or until sign-out if `remember` is set. */
export function setToken(token: string, remember: boolean) {
  clearTokens()
  const storage = remember ? localKeeper : sessionKeeper
  storage.setItem(TOKEN, token)
  takeTab()
}

/** The account of a tab. The tab keeps it when the session ends elsewhere, so nobody takes it over silently. */
export interface TabOwner {
  uid: string
  /** Null until known. */
  email: string | null
}

/** Makes the signed-in person the owner of this tab. */
export function takeTab() {
  const { uid } = claimsIn(getToken())
  if (typeof uid !== 'string') return
  sessionKeeper.setItem(TAB_OWNER, `${uid} ${storedAccount()?.email ?? ''}`)
}

/** Removes the owner of this tab, when that person signs out here. */
export const leaveTab = () => sessionKeeper.removeItem(TAB_OWNER)

/** The owner of this tab if somebody else is signed in; else null. */
export function otherOwner(): TabOwner | null {
  const kept = sessionKeeper.getItem(TAB_OWNER)
  const { uid } = claimsIn(getToken())
  if (kept === null || typeof uid !== 'string') return null
  const [owner = '', email] = kept.split(' ')
  return owner === uid ? null : { uid: owner, email: email || null }
}

/**
 * Calls back when the token changes in another tab, or while this tab showed other pages. Everything on screen then
 * belongs to the previous person.
 * @returns a function that stops watching
 */
export function watchToken(onChanged: () => void) {
  const token = getToken()
  const compare = () => {
    if (getToken() !== token) onChanged()
  }
  const watch = new AbortController()
  // Other stored values are no sign-in: this tab may be in the middle of its own.
  const stored = ({ key }: StorageEvent) => (key === null || key === TOKEN) && compare()
  window.addEventListener('storage', stored, watch)
  // A page from the back/forward cache has missed the change.
  window.addEventListener('pageshow', ({ persisted }) => persisted && compare(), watch)
  return () => watch.abort()
}

/** Removes the token and every local key that starts with `token`. */
export function clearTokens() {
  sessionKeeper.removeItem(TOKEN)
  for (const key of localKeeper.keys()) if (key.startsWith(TOKEN)) localKeeper.removeItem(key)
}

/** Removes everything that belongs to the signed-in person. Rules, "Sign-in". */
export function clearSession() {
  clearTokens()
  localKeeper.removeItem(USER)
  sessionKeeper.removeItem(USER)
  localKeeper.removeItem(COMPARE)
  sessionKeeper.removeItem(RETRY)
  for (const key of localKeeper.keys()) if (key.startsWith(RECENT)) localKeeper.removeItem(key)
  readPreferencesAgain()
}

/** Stores the person for as long as their token. */
export function storeUser(user: Profile) {
  const keeper = sessionKeeper.getItem(TOKEN) === null ? localKeeper : sessionKeeper
  keeper.setItem(USER, JSON.stringify(user))
  readPreferencesAgain()
  if (!otherOwner()) takeTab()
}

/** Stores the path for after the next sign-in, without secrets. Denials on the login page change nothing. */
export function rememberPath(path: string) {
  const kept = storablePath(path)
  if (kept !== '') sessionKeeper.setItem(REDIRECT, kept)
}

/** Takes the stored path, once. */
export function takeRememberedPath(): string | null {
  const path = sessionKeeper.getItem(REDIRECT)
  sessionKeeper.removeItem(REDIRECT)
  return path
}

/** Storage key of the path last visited in an area of the console. */
export const visitKey = (area: string) => `${VISIT}${area}`

/** Removes the visited paths, so that the next person starts at the first page. */
export function forgetVisits() {
  for (const key of sessionKeeper.keys()) if (key.startsWith(VISIT)) sessionKeeper.removeItem(key)
}

/** The path on which access was denied once, with the time of that denial in milliseconds. */
export function getRetry(): { path: string; at: number } | null {
  const kept = sessionKeeper.getItem(RETRY)
  if (!kept) return null
  const [at = '', ...path] = kept.split(' ')
  return { at: Number(at), path: path.join(' ') }
}

const OUTCOME = 'oauthOutcome'

/** The result of a provider's sign-in, as JSON, while the tab goes back in its history to show it; null otherwise. */
export const keptOutcome = () => sessionKeeper.getItem(OUTCOME)
export const keepOutcome = (outcome: string) => sessionKeeper.setItem(OUTCOME, outcome)
export const clearOutcome = () => sessionKeeper.removeItem(OUTCOME)

/** Why the console signed a person out: the sign-in had expired, or access was refused again. */
const DENIALS = ['expired', 'refused'] as const
export type SignOutReason = (typeof DENIALS)[number]

/** Stores the reason for the sign-in page to show. */
export const setSignOutReason = (reason: SignOutReason) => sessionKeeper.setItem(DENIAL, reason)
/** The reason for the sign-out; null if nothing was denied. */
export const getSignOutReason = (): SignOutReason | null =>
  DENIALS.find((reason) => reason === sessionKeeper.getItem(DENIAL)) ?? null
export const clearSignOutReason = () => sessionKeeper.removeItem(DENIAL)

export const setRetry = (path: string) => sessionKeeper.setItem(RETRY, `${Date.now()} ${storablePath(path)}`)
export const clearRetry = () => sessionKeeper.removeItem(RETRY)
