import { createContext, type ReactNode, useContext, useState } from 'react'
import type { AuditEntry } from '#contract/audit'
import { lazyPart, PartFrame } from '../../lazyPart'

const GroupUndoDialog = lazyPart(() => import('./GroupUndoDialog'))

const GroupUndoContext = createContext<(entry: AuditEntry) => void>(() => undefined)

/** Returns a function that asks whether to undo the group of an entry. */
export const useGroupUndo = () => useContext(GroupUndoContext)

/** Wraps a list, so that undoing a group continues after its row is gone. */
export function GroupUndo({ children }: { children: ReactNode }) {
  const [entry, setEntry] = useState<AuditEntry | null>(null)
  const close = () => setEntry(null)
  return (
    <GroupUndoContext value={setEntry}>
      {children}
      {entry && (
        <PartFrame onClose={close}>
          <GroupUndoDialog entry={entry} onClose={close} />
        </PartFrame>
      )}
    </GroupUndoContext>
  )
}
