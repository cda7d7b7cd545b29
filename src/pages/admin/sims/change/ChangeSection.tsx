import { Box, Typography } from '@mui/material'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useListContext } from 'react-admin'
import { type SimChanges, simChangesSchema } from '#contract/sims'
import { Section } from '../../../../components/page'
import type { SimRow } from '../rows'
import { useTranslate } from '../texts'
import { ChangeForm } from './ChangeForm'
import { type DryRun, dryRunOf } from './changes'
import { DryRunDialog } from './DryRunDialog'
import type { SimRun } from './useSimRun'

interface ChangeSectionProps {
  simRun: SimRun
  /** Values are being looked up. */
  isBusy: boolean
}

const KEEP_ALL: SimChanges = {}

/** Changes the selected SIMs: first the choice, then a preview, then the calls. Rules, "SIM cards". */
export function ChangeSection({ simRun, isBusy }: ChangeSectionProps) {
  const translate = useTranslate()
  const { run } = simRun
  const { data = [], selectedIds, onSelect } = useListContext<SimRow>()
  const [wanted, setWanted] = useState(KEEP_ALL)
  const [preview, setPreview] = useState<{ dryRun: DryRun; wanted: SimChanges }>()
  /** In the order of the input, however the table is sorted; without SIMs of an earlier lookup. */
  const selected = useMemo(() => {
    const ids = new Set(selectedIds)
    return data.filter(({ id }) => ids.has(id)).toSorted((a, b) => a.position - b.position)
  }, [data, selectedIds])

  const show = () => {
    const { data: checked } = simChangesSchema.safeParse(wanted)
    if (checked) setPreview({ dryRun: dryRunOf(selected, checked), wanted: checked })
  }

  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !run.isRunning) {
      onSelect([])
      setWanted(KEEP_ALL)
    }
    wasRunning.current = run.isRunning
  }, [run.isRunning, onSelect])

  if (run.isRunning) return null
  return (
    <Section title={translate('admin.sims.change.title')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 1, mb: 2 }}>
        <Typography role="status">
          {translate('table.selection.count', { smart_count: selected.length })}
        </Typography>
      </Box>
      <ChangeForm
        selected={selected.length}
        wanted={wanted}
        onWanted={setWanted}
        isBusy={isBusy}
        onPreview={show}
      />
      {preview && (
        <DryRunDialog
          dryRun={preview.dryRun}
          onClose={() => setPreview(undefined)}
          onApply={() => {
            setPreview(undefined)
            simRun.apply(preview.dryRun, preview.wanted)
          }}
        />
      )}
    </Section>
  )
}
