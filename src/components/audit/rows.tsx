import { Suspense, useCallback } from 'react'
import type { AuditEntry } from '#contract/audit'
import { formatTime, useClock } from '../../clock'
import { lazyPart, Waiting } from '../lazyPart'
import { useTranslate } from './texts'
import { nameOf } from './words'

const EntryDetails = lazyPart(() => import('./EntryDetails'))

/** What the row of an entry expands to. */
export const expand = (entry: AuditEntry) => (
  <Suspense fallback={<Waiting />}>
    <EntryDetails entry={entry} />
  </Suspense>
)

/** The name of an entry's row for screen readers: the action, the thing and the time. */
export function useRowLabel() {
  const translate = useTranslate()
  const clock = useClock()
  return useCallback(
    (entry: AuditEntry) => `${nameOf(entry, translate)}, ${formatTime(Date.parse(entry.created_at), clock)}`,
    [translate, clock],
  )
}
