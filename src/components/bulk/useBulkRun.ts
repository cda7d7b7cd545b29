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

/** A job, and what its journal keeps of it. */
export interface KeptJob extends BulkJob {
  /** What is to be done, without secrets: enough to recreate this job. Without it, no journal is kept. */
  plan?: Plan
  /** Names of the rows, for the journal. */
  names?: ReadonlyMap<string, string>
}

interface BulkRunOptions {
  /** Kind and scope of what is done, as `devices <space>`: the page of the kind offers what was interrupted. */
  kind: string
  /** Calls under way at once; 4 unless given. */
  limit?: number
  /** The run has ended, by itself or because it was stopped. */
  onFinished?: () => void
}

/** A bulk run and what can be done with it. */
export type BulkRun = ReturnType<typeof useBulkRun>

/** Outcomes show this often while a run continues, in milliseconds: each showing costs time for all of the items. */
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
 * Runs a bulk change, knows how far it is, and keeps a journal of it in this browser, so that it cannot get lost. What a
 * closed tab has left is found by `useInterrupted`. Leaving the page stops the run; `useLeaveQuestion` asks before.
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

  /** Leaves the journal to the next visit; a completed one is removed. */
  const release = useEvent(() => {
    const kept = journal.current
    journal.current = null
    if (!kept) return
    if (isSettled(bulk.read())) kept.remove()
    letGo(kept.key)
    journalsChanged()
  })

  /** The job, whose changes tell the server that they are of one run: a run that is resumed stays the same. */
  const inBatch = ({ work, ...job }: BulkJob, key?: string): BulkJob => {
    const batch = key === undefined ? newBatch() : batchOf(key)
    const headers = hasBatches ? { [BATCH_HEADER]: batch } : undefined
    return { ...job, work: (id, signal) => work(id, signal, headers) }
  }

  /** The journal, held by this tab; undefined when another tab has it, or had it since it was found here. */
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
    /** The rows that can be tried again: those that failed, were skipped, or were not begun. */
    left: remaining(shown.ids, shown.outcomes),
    /** Starts a run. With a plan, the ids must be known: an array. */
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
     * Continues an interrupted run: checks the rows that it had started, then does the open ones. Says so if another
     * tab has taken it over.
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
    /** Starts nothing new; calls under way are finished. */
    stop: bulk.stop,
    /** Does the rows in `left`. */
    retry: () => follow(bulk.retry()),
    /** Reads the rows whose outcome is unknown. */
    check: () => follow(bulk.check()),
    /** Back to the beginning. A journal that has unknown or skipped rows is offered again. */
    reset: () => {
      release()
      bulk.reset()
    },
  }
}
