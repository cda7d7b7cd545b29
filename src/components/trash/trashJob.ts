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
 * @param onBatch gets the batch, by which all are restored
 */
export function trashJob(
  { ask }: Pick<SpaceportDataProvider, 'ask'>,
  resource: TrashResource,
  onBatch: (batch: string) => void,
): BulkJob {
  let waiting: Waiting | undefined

  async function send(ids: string[], headers: RequestOptions['headers']): Promise<Results> {
    // All rows of this moment begin before the next one.
    await Promise.resolve()
    waiting = undefined
    const { batch, results } = await ask(trashApi.delete, { body: { resource, ids }, headers })
    onBatch(batch)
    return new Map(results.map((result) => [result.id, result]))
  }

  return {
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
}
