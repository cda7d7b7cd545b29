import { useEffect, useState } from 'react'
import { useEvent } from 'react-admin'
import { v4 as newBatch } from 'uuid'
import { BATCH_CAPABILITY, BATCH_HEADER } from '#contract/audit/capability'
import { useCapability } from '../../config'
import { useClient } from '../../dataProvider/client'
import { connection } from '../../dataProvider/connection'
import { type BulkJob, createBulk, remaining } from './machine'

interface BulkRunOptions {
  /** Number of concurrent calls; 4 by default. */
  limit?: number
  /** The run has ended, by itself or because it was stopped. */
  onFinished?: () => void
}

export type BulkRun = ReturnType<typeof useBulkRun>

/** How often outcomes are rendered during a run, in milliseconds; each rendering takes time for all items. */
const SHOW_EVERY = 100

function useShown(bulk: ReturnType<typeof createBulk>) {
  const [shown, setShown] = useState(bulk.read)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let state = bulk.state()
    const show = () => {
      clearTimeout(timer)
      timer = undefined
      state = bulk.state()
      setShown(bulk.read())
    }
    const unsubscribe = bulk.subscribe(() => {
      if (bulk.state() === state) timer ??= setTimeout(show, SHOW_EVERY)
      else show()
    })
    show()
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [bulk])
  return shown
}

/**
 * Runs a bulk change in this browser, and tracks its progress. Leaving the page stops it, and what was not begun stays undone;
 * `useLeaveQuestion` asks first.
 */
export function useBulkRun({ limit, onFinished }: BulkRunOptions = {}) {
  const client = useClient()
  const hasBatches = useCapability(BATCH_CAPABILITY)
  const whenReady = useEvent(async () => {
    await client.probe()
    await connection.whenRestored()
  })
  const [bulk] = useState(() => createBulk({ limit, whenReady }))
  const shown = useShown(bulk)

  /** The job with the batch header for its changes. */
  const inBatch = ({ work, ...job }: BulkJob): BulkJob => {
    const headers = hasBatches ? { [BATCH_HEADER]: newBatch() } : undefined
    return { ...job, work: (id, signal) => work(id, signal, headers) }
  }

  async function follow(run: Promise<void>) {
    await run
    onFinished?.()
  }

  useEffect(() => () => bulk.stop(), [bulk])

  return {
    ...shown,
    isRunning: shown.state !== 'idle' && shown.state !== 'finished',
    /** Rows that can be retried: failed, skipped or not begun. */
    left: remaining(shown.ids, shown.outcomes),
    /** Starts a run. Ids that are not in an array are taken one by one, each when it is needed. */
    async start(ids: Iterable<string>, job: BulkJob) {
      const known = Array.isArray(ids) ? [...new Set<string>(ids)] : []
      await follow(bulk.start(known.length > 0 ? known : ids, known, inBatch(job)))
    },
    /** Starts nothing new; calls under way are completed. */
    stop: bulk.stop,
    /** Retries the rows in `left`. */
    retry: () => follow(bulk.retry()),
    /** Reads the records with an unknown outcome. */
    check: () => follow(bulk.check()),
    /** Back to the initial state. */
    reset: () => bulk.reset(),
  }
}
