import { useState } from 'react'
import type { Connector } from '#contract/connectors'
import { useUndo } from '../../../components/action/useUndo'
import { takenOf, useConflictText } from '../../../components/form/conflictText'
import { useFailureToast } from '../../../components/page'
import { labelOf } from '../../../components/resource/form'
import { useShown } from '../../../components/resource/refresh'
import { toast } from '../../../components/toast/toasts'
import { UserFacingError } from '../../../dataProvider/client'
import { useSpaceport } from '../../../dataProvider/queries'
import { changedSinceOf } from '../../../dataProvider/versionedSave'
import { changeOf, connectorFields } from '../fields'
import { useTranslate } from './texts'

/**
 * Restores old code if nobody has changed the connector since the comparison; otherwise it reloads the connector, and
 * `othersChanges` says who has changed what.
 */
export function useRestore(connector: Connector, version: number, onDone: () => void) {
  const translate = useTranslate()
  const dataProvider = useSpaceport()
  const show = useShown()
  const showFailure = useFailureToast()
  const undoBy = useUndo()
  const conflictText = useConflictText((field) => labelOf(connectorFields, field))
  const [othersChanges, setOthersChanges] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)

  const save = async (from: Connector, transformation: string) => {
    const { data } = await dataProvider.update<Connector>('connectors', changeOf(from, { transformation }))
    show(data)
    return data
  }
  const undo = async (restored: Connector) => {
    try {
      await save(restored, connector.transformation)
    } catch (error) {
      throw changedSinceOf(error) ? new UserFacingError(translate('connectors.versions.notUndone')) : error
    }
  }
  const restoreUnlessChanged = async (transformation: string) => {
    try {
      const restored = await save(connector, transformation)
      onDone()
      toast({
        kind: 'success',
        title: translate('connectors.versions.restored', { version: String(version) }),
        action: undoBy(() => undo(restored)),
      })
    } catch (error) {
      const since = changedSinceOf(error)
      if (!since) throw error
      show((await dataProvider.getOne<Connector>('connectors', { id: connector.id })).data)
      setOthersChanges(conflictText(takenOf(since.changes)))
    }
  }
  const restore = async (transformation: string) => {
    setBusy(true)
    try {
      await restoreUnlessChanged(transformation)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { restore, busy, othersChanges }
}
