import { type Interrupted, InterruptedNotice, useInterrupted } from '../../../components/bulk/interrupted'
import { useImportMode } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'
import { importKind } from './kind'
import { type ImportPlan, importPlanSchema } from './plan'

/** The import into this space that was interrupted; its rows are in the file, which the person has to choose again. */
export const useInterruptedImport = () => useInterrupted(importKind(useSpaceId()), importPlanSchema)

/** What was imported, and how many. */
export function useImportTitle() {
  const translate = useTranslate()
  return ({ plan, journal }: Interrupted<ImportPlan>) =>
    translate(`variables.import.interrupted.${plan.file === null ? 'pasted' : 'file'}`, {
      file: plan.file,
      smart_count: journal.ids.length,
    })
}

/** Offers on the list what was to be imported and was interrupted: it opens the import, which asks for the file. */
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
