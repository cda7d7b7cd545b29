import { useMemo } from 'react'
import { etagOf } from '#contract/common'
import { type View, type ViewCreate, type ViewUpdate, viewListSchema, viewsApi } from '#contract/views'
import { VIEWS_CAPABILITY } from '#contract/views/capability'
import { useCapability } from '../../config'
import { useReads } from '../../dataProvider/account'
import { useAnswer, useAnswers } from '../../dataProvider/answers'
import { useSpaceport } from '../../dataProvider/queries'
import { useOptionalSpaceId } from '../../dataProvider/SpaceProvider'
import { useFailureToast } from '../action/useFailureToast'
import { useUndo } from '../action/useUndo'
import { toast } from '../toast/toasts'
import { newDeletion, useDeletedToast, useTrashKind } from '../trash/useTrash'
import type { KnownView } from './address'
import { useTranslate } from './texts'

/** How long the views of a space may be old, in milliseconds: other people change them. */
const FRESH = 60_000

function known(views: readonly View[] | undefined): KnownView[] | undefined {
  return views?.flatMap((view): KnownView | [] => {
    const list = viewListSchema.safeParse(view.list)
    return list.success ? { ...view, list: list.data } : []
  })
}

/** The views of the space that the person has, by name, as far as this console knows their lists. */
export function useViews() {
  const isOffered = useCapability(VIEWS_CAPABILITY)
  const mayRead = useReads('space:view:read')
  const isInSpace = useOptionalSpaceId() !== null
  const { data, ...query } = useAnswer(viewsApi.list, {
    enabled: isOffered && mayRead && isInSpace,
    staleTime: FRESH,
  })
  const views = useMemo(() => known(data), [data])
  return { ...query, views, isOffered: isOffered && mayRead }
}

/** Changes of views, each with its toast. A failure shows the server's sentence, and resolves with undefined. */
export function useViewChanges() {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const { invalidate } = useAnswers()
  const showFailure = useFailureToast()
  const showDeleted = useDeletedToast()
  const undo = useUndo()
  const hasTrash = useTrashKind('views') !== undefined

  async function changed<Result>(change: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await change()
    } catch (error) {
      showFailure(error)
      return undefined
    } finally {
      await invalidate(viewsApi)
    }
  }
  const create = (body: ViewCreate) => ask(viewsApi.create, { body })
  return {
    save: (view: ViewCreate) =>
      changed(async () => {
        const saved = await create(view)
        toast({ kind: 'success', title: translate('views.create.done') })
        return saved
      }),
    update: ({ id, version }: View, change: ViewUpdate, title = translate('views.edit.done')) =>
      changed(async () => {
        const headers = { 'If-Match': etagOf(version ?? 0) }
        const updated = await ask(viewsApi.update, { params: { viewId: id }, body: change, headers })
        toast({ kind: 'success', title })
        return updated
      }),
    /** A shared view is restored from the trash; a personal one is saved again. `onDone` is called while the list still has it. */
    remove: (
      { id, created_by: _by, created_at: _at, version: _version, ...view }: KnownView,
      onDone: () => void,
    ) =>
      changed(async () => {
        const { batch, headers } = newDeletion()
        await ask(viewsApi.delete, { params: { viewId: id }, headers })
        onDone()
        const title = translate('views.delete.done')
        if (view.shared && hasTrash) showDeleted(title, batch)
        else
          toast({
            kind: 'success',
            title,
            action: undo(async () => {
              await create(view)
              await invalidate(viewsApi)
            }),
          })
      }),
  }
}
