import { z } from 'zod'
import { isRemembered } from '../../authProvider/session'
import { localKeeper, sessionKeeper } from '../../storage'

/** How long a draft waits for the person after its tab was closed, in milliseconds: 7 days. */
const WAITS_FOR = 7 * 24 * 60 * 60 * 1000

const PREFIX = 'draft:'

/** What the names of an account's drafts begin with. */
export const draftsOf = (accountId: string) => `${PREFIX}${accountId}:`

const entrySchema = z.object({
  draft: z.string(),
  /** When it was kept, in milliseconds since 1970. */
  at: z.number(),
  /** The sign-in outlived the tab when this was typed, so the draft may as well. */
  outlives: z.boolean(),
})
type Entry = z.infer<typeof entrySchema>

function parseEntry(text: string | null): Entry | null {
  if (text === null) return null
  try {
    return entrySchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const ofTab = (name: string) => parseEntry(sessionKeeper.getItem(name))
const isDraft = (name: string) => name.startsWith(PREFIX)

/** A draft that a closed tab has left; null also when it has waited too long. */
function left(name: string): Entry | null {
  const entry = parseEntry(localKeeper.getItem(name))
  return entry && Date.now() - entry.at < WAITS_FOR ? entry : null
}

const keepEntry = (name: string, entry: Entry) => sessionKeeper.setItem(name, JSON.stringify(entry))

/** The draft of this tab; without one, what a closed tab has left becomes that of this tab. */
export function storedDraft(name: string): string | null {
  const own = ofTab(name)
  if (own) return own.draft
  const found = left(name)
  if (!found) return null
  keepEntry(name, found)
  localKeeper.removeItem(name)
  return found.draft
}

/** Keeps a draft in this tab, so that two tabs do not mix; closing the tab leaves it to the next one. */
export function keepDraft(name: string, draft: string) {
  // Typing may end after the sign-in has.
  const outlives = isRemembered() || (ofTab(name)?.outlives ?? false)
  keepEntry(name, { draft, at: Date.now(), outlives })
}

export const removeDraft = (name: string) => sessionKeeper.removeItem(name)

/** Leaves the drafts of this tab to the next one, where the person is remembered in this browser. */
function leaveDrafts() {
  for (const name of sessionKeeper.keys().filter(isDraft)) {
    const entry = ofTab(name)
    if (entry?.outlives) localKeeper.setItem(name, JSON.stringify(entry))
  }
}

/** Takes back what this tab left, because it was only reloaded; forgets what has waited too long. */
function takeBackDrafts() {
  for (const name of localKeeper.keys().filter(isDraft))
    if (sessionKeeper.getItem(name) === localKeeper.getItem(name) || !left(name)) localKeeper.removeItem(name)
}

/** Forgets what an account has left behind; what is open in a tab ends with that tab. For signing out. */
export function forgetLeftDrafts(accountId: string) {
  const isOf = (name: string) => name.startsWith(draftsOf(accountId))
  for (const name of localKeeper.keys().filter(isOf)) localKeeper.removeItem(name)
  for (const name of sessionKeeper.keys().filter(isOf)) {
    const entry = ofTab(name)
    if (entry) keepEntry(name, { ...entry, outlives: false })
  }
}

/** From now on a tab that is closed leaves its drafts to the next one; also when the session has ended before. */
export function leaveDraftsWhenClosed() {
  takeBackDrafts()
  window.addEventListener('pagehide', leaveDrafts)
  window.addEventListener('pageshow', takeBackDrafts)
}
