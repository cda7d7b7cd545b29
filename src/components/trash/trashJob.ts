import { LIST_LIMIT } from '#contract/common'
import { type DeletionResult, type TrashResource, trashApi } from '#contract/trash'
import type { SpaceportDataProvider } from '../../dataProvider'
import { type RequestOptions, UserFacingError } from '../../dataProvider/client'
import type { BulkJob } from '../bulk/machine'

type Results = ReadonlyMap<string, DeletionResult>

/** Records that wait for the call of this moment. */
interface Waiting {
  ids: string[]
  results: Promise<Results>
}

/**
 * Deletes records by one call of the server, with a result for each: rows that begin together are sent together. Repeating it is harmless.
 * `batch` restores all of them; undefined if none was deleted.
 */
export function trashJob(
  { ask }: Pick<SpaceportDataProvider, 'ask'>,
  resource: TrashResource,
): { job: BulkJob; batch: () => string | undefined } {
  let waiting: Waiting | undefined
  let batch: string | undefined

  async function send(ids: string[], headers: RequestOptions['headers']): Promise<Results> {
    // All rows of this moment begin before the next one.
    await Promise.resolve()
    waiting = undefined
    const answer = await ask(trashApi.delete, { body: { resource, ids }, headers })
    if (answer.results.some(({ result }) => result === 'deleted')) batch = answer.batch
    return new Map(answer.results.map((result) => [result.id, result]))
  }

  const job: BulkJob = {
    async work(id, _signal, headers) {
      if (!waiting || waiting.ids.length === LIST_LIMIT) {
        const ids: string[] = []
        waiting = { ids, results: send(ids, headers) }
      }
      waiting.ids.push(id)
      const result = (await waiting.results).get(id.toLowerCase())
      if (result?.result === 'deleted') return 'done'
      if (result?.result === 'not_found') return 'unchanged'
      throw new UserFacingError(result?.reason ?? '')
    },
  }
  return { job, batch: () => batch }
}
