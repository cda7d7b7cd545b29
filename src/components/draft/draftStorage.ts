import { z } from 'zod'
import { isRemembered } from '../../authProvider/session'
import { localKeeper, sessionKeeper } from '../../storage'

/** How long the draft of a closed tab is kept, in milliseconds: 7 days. */
const WAITS_FOR = 7 * 24 * 60 * 60 * 1000

const PREFIX = 'draft:'

/** Key prefix of an account's drafts. */
export const draftsOf = (accountId: string) => `${PREFIX}${accountId}:`

const entrySchema = z.object({
  draft: z.string(),
  /** When it was stored, in milliseconds since 1970. */
  at: z.number(),
  /** The sign-in outlived the tab when this was typed, so the draft may too. */
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

/** The draft of a closed tab; null also if it is too old. */
function left(name: string): Entry | null {
  const entry = parseEntry(localKeeper.getItem(name))
  return entry && Date.now() - entry.at < WAITS_FOR ? entry : null
}

const keepEntry = (name: string, entry: Entry) => sessionKeeper.setItem(name, JSON.stringify(entry))

/** The draft of this tab. Without one, the draft of a closed tab moves to this tab. */
export function storedDraft(name: string): string | null {
  const own = ofTab(name)
  if (own) return own.draft
  const found = left(name)
  if (!found) return null
  keepEntry(name, found)
  localKeeper.removeItem(name)
  return found.draft
}

/** Stores a draft for this tab only, so that tabs do not mix. Closing the tab leaves it to the next one. */
export function keepDraft(name: string, draft: string) {
  // Typing may end after the session has.
  const outlives = isRemembered() || (ofTab(name)?.outlives ?? false)
  keepEntry(name, { draft, at: Date.now(), outlives })
}

export const removeDraft = (name: string) => sessionKeeper.removeItem(name)

/** Leaves the drafts of this tab to the next one, if the sign-in is remembered. */
function leaveDrafts() {
  for (const name of sessionKeeper.keys().filter(isDraft)) {
    const entry = ofTab(name)
    if (entry?.outlives) localKeeper.setItem(name, JSON.stringify(entry))
  }
}

/** Takes back the drafts of a tab that was only reloaded, and removes drafts that are too old. */
function takeBackDrafts() {
  for (const name of localKeeper.keys().filter(isDraft))
    if (sessionKeeper.getItem(name) === localKeeper.getItem(name) || !left(name)) localKeeper.removeItem(name)
}

/** Removes an account's drafts of closed tabs; drafts of open tabs end with their tab. For sign-out. */
export function forgetLeftDrafts(accountId: string) {
  const isOf = (name: string) => name.startsWith(draftsOf(accountId))
  for (const name of localKeeper.keys().filter(isOf)) localKeeper.removeItem(name)
  for (const name of sessionKeeper.keys().filter(isOf)) {
    const entry = ofTab(name)
    if (entry) keepEntry(name, { ...entry, outlives: false })
  }
}

/** Makes a closing tab leave its drafts to the next one, even if the session has ended before. */
export function leaveDraftsWhenClosed() {
  takeBackDrafts()
  window.addEventListener('pagehide', leaveDrafts)
  window.addEventListener('pageshow', takeBackDrafts)
}
