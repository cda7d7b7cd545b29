import { useState } from 'react'
import { LIST_LIMIT } from '#contract/common'
import type { ResourceName } from '../../dataProvider/endpoints'
import { useSpaceport } from '../../dataProvider/queries'
import { deleteJob } from '../bulk/deleteJob'
import type { BulkJob } from '../bulk/machine'
import { useTranslate } from './texts'
import { trashJob } from './trashJob'
import { useDeletedToast, useTrashKind } from './useTrash'

interface DeletionOfMany {
  job: BulkJob
  /** Number of rows that begin together. */
  limit?: number
  /** Offers to undo the deletion. */
  onEnd: () => void
}

/** Deletes records of a list: by one call on servers with a trash, one by one on others. */
export function useDeletion(list: ResourceName): DeletionOfMany {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const showDeleted = useDeletedToast()
  const kind = useTrashKind(list)
  const [many] = useState(() => kind && trashJob(dataProvider, kind))
  if (!many) return { job: deleteJob(dataProvider, list), onEnd: () => undefined }
  return {
    job: many.job,
    limit: LIST_LIMIT,
    onEnd: () => {
      const batch = many.batch()
      if (batch !== undefined) showDeleted(translate('trash.moved'), batch)
    },
  }
}
