import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { simIdSchema } from '#contract/sims'
import { useLeaveQuestion } from '../../../components/bulk/useLeaveQuestion'
import { draftsOf, keepDraft, removeDraft, storedDraft } from '../../../components/draft/draftStorage'
import { PageHeader } from '../../../components/page'
import { LocalList } from '../../../components/table'
import { useAccount } from '../../../dataProvider/account'
import { ChangeSection } from './change/ChangeSection'
import { RunSection } from './change/RunSection'
import { useSimRun } from './change/useSimRun'
import { LookupStatus } from './LookupStatus'
import { type Entry, readIds } from './reader'
import { type SimRow, useRows } from './rows'
import { SimInput } from './SimInput'
import { SimTable } from './SimTable'
import { useTranslate } from './texts'
import { useLookups } from './useLookups'

/** Typed text survives a reload, as drafts do. */
function useTyped() {
  const name = `${draftsOf(useAccount().profile?.id ?? '')}/admin/sims`
  const [text, setText] = useState(() => storedDraft(name) ?? '')
  useEffect(() => {
    if (text === '') removeDraft(name)
    else keepDraft(name, text)
  }, [name, text])
  return [text, setText] as const
}

const IN_ORDER = { field: 'position', order: 'ASC' } as const

/**
 * SIM cards of all spaces: looks them up by IMSI or ICCID, and changes many at once. `?id=` looks up one SIM and keeps
 * the typed text. Rules, "SIM cards".
 */
export default function SimsPage() {
  const translate = useTranslate()
  const [text, setText] = useTyped()
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const lookups = useLookups()
  const simRun = useSimRun(lookups)
  const { run, statusOf } = simRun

  const rows = useRows(entries, lookups, statusOf)

  const lookUp = (wanted: readonly Entry[]) => {
    setEntries(wanted)
    lookups.clear()
    return lookups.lookUp(wanted.flatMap(({ id, isValid }) => (isValid ? [id] : [])))
  }
  const nameOf = (id: string) => {
    const sim = lookups.simOf(id)
    return [sim?.imsi, sim?.iccid].filter((number) => number && number !== id).join(' ')
  }
  const [search] = useSearchParams()
  const named = simIdSchema.safeParse(search.get('id')).data
  const showNamed = useEffectEvent((id: string) => {
    if (run.isRunning) return
    if (!readIds(text).entries.some((entry) => entry.id === id))
      setText([text.trimEnd(), id].filter(Boolean).join('\n'))
    void lookUp([{ id, isValid: true }])
  })
  useEffect(() => {
    // In a microtask: the effect itself sets no state.
    if (named) void Promise.resolve(named).then(showNamed)
  }, [named])
  const leaving = useLeaveQuestion({ run })

  return (
    <>
      <PageHeader title={translate('layout.titles.sims')} />
      {leaving.question}
      <SimInput
        text={text}
        onText={setText}
        isBusy={run.isRunning}
        onLookUp={(wanted) => void lookUp(wanted)}
      >
        {entries.length > 0 && <LookupStatus entries={entries} lookups={lookups} isBusy={run.isRunning} />}
      </SimInput>
      {entries.length > 0 && (
        <>
          {run.state !== 'idle' && <RunSection simRun={simRun} nameOf={nameOf} />}
          <LocalList<SimRow> rows={rows} defaultSort={IN_ORDER}>
            <ChangeSection simRun={simRun} isBusy={lookups.isRunning} />
            <SimTable />
          </LocalList>
        </>
      )}
    </>
  )
}
