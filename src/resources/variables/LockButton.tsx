import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { type Variable, variablesApi } from '#contract/variables'
import { useUndo } from '../../components/action/useUndo'
import { ConfirmDialog, PermissionButton, useEditMode, useFailureToast } from '../../components/page'
import { useShown } from '../../components/resource/refresh'
import { toast } from '../../components/toast/toasts'
import { useCapability } from '../../config'
import { useSpaceport } from '../../dataProvider/queries'
import { conditionOf } from '../../dataProvider/versionedSave'
import { useTranslate } from './texts'

/** Locks a variable, or unlocks it after a confirmation, unless it has changed since it was shown. */
function useLocking({ id: variableId, version, locked }: Variable) {
  const translate = useTranslate()
  const { ask } = useSpaceport()
  const show = useShown()
  const showFailure = useFailureToast()
  const undoBy = useUndo()
  const set = async (isLocked: boolean, from: Variable['version']) => {
    const call = isLocked ? variablesApi.lock : variablesApi.unlock
    const changed = await ask(call, { params: { variableId }, headers: conditionOf(from) })
    show(changed)
    return changed
  }
  return async () => {
    try {
      const changed = await set(!locked, version)
      toast({
        kind: 'success',
        title: translate(locked ? 'variables.unlock.done' : 'variables.lock.done'),
        action: undoBy(() => set(locked, changed.version)),
      })
    } catch (error) {
      showFailure(error)
    }
  }
}

function Locking({ variable }: { variable: Variable }) {
  const translate = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const change = useLocking(variable)
  const { locked, name } = variable
  const close = () => setAsking(false)
  const lock = async () => {
    setBusy(true)
    await change()
    setBusy(false)
  }
  const unlock = async () => {
    await change()
    close()
  }
  return (
    <>
      <PermissionButton
        permission={variablesApi.lock.permission}
        variant="outlined"
        loading={isBusy}
        onClick={() => (locked ? setAsking(true) : void lock())}
      >
        {translate(locked ? 'variables.unlock.label' : 'variables.lock.label')}
      </PermissionButton>
      <ConfirmDialog
        open={isAsking}
        title={translate('variables.unlock.title', { name })}
        confirmLabel={translate('variables.unlock.submit')}
        onConfirm={unlock}
        onClose={close}
      >
        {translate('variables.unlock.text')}
      </ConfirmDialog>
    </>
  )
}

/** Locks or unlocks the variable of the page, if the server supports it. */
export function LockButton() {
  const isOffered = useCapability(variablesApi.lock.capability)
  const { editing } = useEditMode()
  const variable = useRecordContext<Variable>()
  // In edit mode, typed values would be lost.
  if (!isOffered || !variable || (editing && !variable.locked)) return null
  return <Locking variable={variable} />
}
