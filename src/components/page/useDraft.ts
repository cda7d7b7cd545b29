import { useBasename } from 'react-admin'
import { useAccount } from '../../dataProvider/account'
import { clearDraft, draftKey, useStoredDraft, writeDraft } from './drafts'

/** Key of a record's draft (`new` for one that is being created); null until it is known who is signed in. */
export function useDraftKey(resource: string, id: string): string | null {
  const accountId = useAccount().profile?.id
  const basename = useBasename()
  return accountId ? draftKey(accountId, basename, resource, id) : null
}

/** The unsaved changes of a record, and what can be done with them. */
export function useDraft(resource: string, id: string) {
  const key = useDraftKey(resource, id)
  const draft = useStoredDraft(key)
  return {
    draft,
    /** The form starts with the draft when it opens next. */
    restore: () => {
      if (key && draft) writeDraft(key, { ...draft, restore: true })
    },
    discard: () => {
      if (key) clearDraft(key)
    },
  }
}
