import { useEffect, useRef, useState } from 'react'
import { useEvent, useNotify } from 'react-admin'
import { v4 as newBatch } from 'uuid'
import { BATCH_CAPABILITY, BATCH_HEADER } from '#contract/audit/capability'
import { useCapability } from '../../config'
import { useAccount } from '../../dataProvider/account'
import { useClient } from '../../dataProvider/client'
import { connection } from '../../dataProvider/connection'
import type { Interrupted } from './interrupted'
import { batchOf, createJournal, type Journal, newJournalKey, type Plan, readJournals } from './journal'
import { journalsChanged } from './journalKeys'
import { claim, hold, letGo } from './liveness'
import { type BulkJob, createBulk, isComplete, isSettled, remaining } from './machine'
import { useTranslate } from './texts'

/** A job with the contents of its journal. */
export interface KeptJob extends BulkJob {
  /** The plan, without secrets: enough to recreate this job. Without it, there is no journal. */
  plan?: Plan
  /** Names of the rows, for the journal. */
  names?: ReadonlyMap<string, string>
}

interface BulkRunOptions {
  /** Kind and scope, such as `devices <space>`. The page of that kind offers interrupted runs. */
  kind: string
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
 * Runs a bulk change, tracks its progress, and keeps a journal in this browser so that the run cannot get lost.
 * `useInterrupted` finds the journals of closed tabs. Leaving the page stops the run; `useLeaveQuestion` asks first.
 */
export function useBulkRun({ kind, limit, onFinished }: BulkRunOptions) {
  const client = useClient()
  const notify = useNotify()
  const translate = useTranslate()
  const accountId = useAccount().profile?.id
  const hasBatches = useCapability(BATCH_CAPABILITY)
  const whenReady = useEvent(async () => {
    await client.probe()
    await connection.whenRestored()
  })
  const [bulk] = useState(() => createBulk({ limit, whenReady }))
  const shown = useShown(bulk)
  const journal = useRef<Journal>(null)
  const isUsed = useRef(true)

  /** Leaves the journal for the next visit, unless every row has an answer. */
  const release = useEvent(() => {
    const kept = journal.current
    journal.current = null
    if (!kept) return
    if (isSettled(bulk.read())) kept.remove()
    letGo(kept.key)
    journalsChanged()
  })

  /** The job with the batch header for its changes. A resumed run keeps its batch. */
  const inBatch = ({ work, ...job }: BulkJob, key?: string): BulkJob => {
    const batch = key === undefined ? newBatch() : batchOf(key)
    const headers = hasBatches ? { [BATCH_HEADER]: batch } : undefined
    return { ...job, work: (id, signal) => work(id, signal, headers) }
  }

  /** Takes a journal over for this tab; undefined if another tab has it, or had it since it was found here. */
  async function takeOver(key: string): Promise<Journal | undefined> {
    if (!(await claim(key))) return undefined
    const found = readJournals(accountId ?? '', kind).find((each) => each.key === key)
    if (!found) letGo(key)
    return found
  }

  async function follow(run: Promise<void>) {
    await run
    if (isComplete(bulk.read())) journal.current?.remove()
    if (!isUsed.current) release()
    onFinished?.()
  }

  useEffect(() => {
    isUsed.current = true
    return () => {
      isUsed.current = false
      bulk.stop()
      if (['idle', 'finished'].includes(bulk.state())) release()
    }
  }, [bulk, release])

  return {
    ...shown,
    isRunning: shown.state !== 'idle' && shown.state !== 'finished',
    /** Rows that can be retried: failed, skipped or not begun. */
    left: remaining(shown.ids, shown.outcomes),
    /** Starts a run. With a plan, the ids must be an array. */
    async start(ids: Iterable<string>, { plan, names, ...job }: KeptJob) {
      release()
      const known = Array.isArray(ids) ? [...new Set<string>(ids)] : []
      if (plan !== undefined && accountId !== undefined) {
        const key = newJournalKey(accountId, kind)
        hold(key)
        journal.current = createJournal(key, { plan, ids: known, names })
      }
      const notes = journal.current ?? undefined
      await follow(bulk.start(known.length > 0 ? known : ids, known, inBatch(job, notes?.key), notes))
    },
    /**
     * Continues an interrupted run: checks the rows that it had begun, then does the open ones. Shows a notice if
     * another tab has taken it over.
     */
    async resume(interrupted: Interrupted<unknown>, job: BulkJob) {
      const found = await takeOver(interrupted.journal.key)
      if (!isUsed.current) {
        if (found) letGo(found.key)
        return
      }
      if (!found) {
        notify(translate('bulk.interrupted.elsewhere'), { type: 'info' })
        return
      }
      release()
      journal.current = found
      journalsChanged()
      await follow(bulk.resume(found, inBatch(job, found.key)))
    },
    /** Starts nothing new; calls under way are completed. */
    stop: bulk.stop,
    /** Retries the rows in `left`. */
    retry: () => follow(bulk.retry()),
    /** Reads the records with an unknown outcome. */
    check: () => follow(bulk.check()),
    /** Back to the initial state. A journal with unknown or skipped rows is offered again. */
    reset: () => {
      release()
      bulk.reset()
    },
  }
}
