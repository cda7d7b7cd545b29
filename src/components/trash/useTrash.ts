import { v4 as newBatch } from 'uuid'
import { BATCH_HEADER } from '#contract/audit/capability'
import {
  type RestorationInput,
  type RestorationResult,
  type TrashResource,
  type TrashRestoration,
  trashApi,
} from '#contract/trash'
import { TRASH_CAPABILITY } from '#contract/trash/capability'
import { useCapability } from '../../config'
import { useAnswers } from '../../dataProvider/answers'
import { UserFacingError } from '../../dataProvider/client'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId, useReloadSpace } from '../../dataProvider/SpaceProvider'
import { useUndo } from '../action/useUndo'
import { toast } from '../toast/toasts'
import { useTranslate } from './texts'

/** The kinds of the trash by the names of their lists. */
const KINDS: ReadonlyMap<string, TrashResource> = new Map([
  ['devices', 'device'],
  ['connectors', 'connector'],
  ['alert-rules', 'alertRule'],
  ['tags', 'tag'],
  ['variables', 'variable'],
  ['views', 'view'],
])

/** Whether the records of a list go to the trash, on servers with one. */
export const hasTrash = (list: string): boolean => KINDS.has(list)

/** The kind of the records of a list in the trash; undefined if their deletion is final. */
export function useTrashKind(list: string): TrashResource | undefined {
  const hasTrash = useCapability(TRASH_CAPABILITY)
  return hasTrash ? KINDS.get(list) : undefined
}

/** A new batch, by which what a call deletes is restored, and the header that names it. */
export function newDeletion() {
  const batch = newBatch()
  return { batch, headers: { [BATCH_HEADER]: batch } }
}

/** Restores records, of a batch all, and reloads what shows them. A failure throws the server's first sentence. */
export function useRestore() {
  const { ask } = useSpaceport()
  const reloadSpace = useReloadSpace()
  const spaceId = useOptionalSpaceId() ?? ''
  return async (body: RestorationInput) => {
    try {
      const results: RestorationResult[] = []
      for (let next: RestorationInput | undefined = body; next; ) {
        const answer: TrashRestoration = await ask(trashApi.restore, { params: { spaceId }, body: next })
        results.push(...answer.results)
        next = answer.left > 0 && 'batch' in next ? { ...next, before: results.at(-1)?.id } : undefined
      }
      const refused = results.find(({ result }) => result === 'conflict')
      if (refused && results.every(({ result }) => result !== 'restored'))
        throw new UserFacingError(`${refused.name}: ${refused.reason}`)
      return results
    } finally {
      void reloadSpace(spaceId)
    }
  }
}

/** Shows that records were deleted, with a button that restores them. */
export function useDeletedToast() {
  const restore = useRestore()
  const undo = useUndo()
  const { invalidate } = useAnswers()
  return (title: string, batch: string | undefined) => {
    void invalidate(trashApi)
    toast({
      kind: 'success',
      title,
      ...(batch !== undefined && { action: undo(async () => restore({ batch })) }),
    })
  }
}

/** Shows the result of a restoration. */
export function useRestoredToast() {
  const translate = useTranslate()
  return (results: readonly RestorationResult[]) => {
    const restored = results.filter(({ result }) => result === 'restored').length
    const others = results.filter(({ result }) => result !== 'restored')
    const reasons = others.map(({ name, reason }) =>
      [name, reason ?? translate('trash.restore.gone')].filter(Boolean).join(': '),
    )
    toast({
      kind: others.length > 0 ? 'error' : 'success',
      title:
        others.length > 0
          ? translate('trash.restore.failed', { smart_count: others.length })
          : translate('trash.restore.done', { smart_count: restored }),
      ...(reasons.length > 0 && { description: reasons.slice(0, 5).join('; ') }),
    })
  }
}
