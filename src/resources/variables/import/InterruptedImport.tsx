import { type Interrupted, InterruptedNotice, useInterrupted } from '../../../components/bulk/interrupted'
import { useImportMode } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'
import { importKind } from './kind'
import { type ImportPlan, importPlanSchema } from './plan'

/** The interrupted import into this space. Its rows are only in the file, which the person must choose again. */
export const useInterruptedImport = () => useInterrupted(importKind(useSpaceId()), importPlanSchema)

/** Title of an import, with its number of rows. */
export function useImportTitle() {
  const translate = useTranslate()
  return ({ plan, journal }: Interrupted<ImportPlan>) =>
    translate(`variables.import.interrupted.${plan.file === null ? 'pasted' : 'file'}`, {
      file: plan.file,
      smart_count: journal.ids.length,
    })
}

/** Offers to continue an interrupted import: it opens the dialog, which asks for the file. */
export default function InterruptedImport() {
  const titleOf = useImportTitle()
  const { startImporting } = useImportMode()
  const { found, discard } = useInterruptedImport()
  return (
    found && (
      <InterruptedNotice
        journal={found.journal}
        title={titleOf(found)}
        onResume={startImporting}
        onDiscard={discard}
      />
    )
  )
}
