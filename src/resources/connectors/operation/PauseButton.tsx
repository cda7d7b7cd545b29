import { useState } from 'react'
import type { Connector, Operation } from '#contract/connectors'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useTranslate } from '../texts'

const PauseDialog = lazyPart(async () => ({ default: (await import('./OperationDialogs')).PauseDialog }))

/** Pauses a connector, or changes the end of its pause. It says why if that is impossible. */
export function PauseButton({ connector, operation }: { connector: Connector; operation: Operation }) {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  const { state } = operation
  const reason =
    state === 'off' || state === 'stopped' ? translate(`connectors.operation.noPause.${state}`) : null
  return (
    <>
      <PermissionButton
        permission="space:connector:update"
        reason={reason}
        variant="outlined"
        onClick={() => setAsking(true)}
      >
        {translate(state === 'paused' ? 'connectors.operation.change' : 'connectors.operation.pause')}
      </PermissionButton>
      {asking && (
        <PartFrame onClose={() => setAsking(false)}>
          <PauseDialog connector={connector} operation={operation} onClose={() => setAsking(false)} />
        </PartFrame>
      )}
    </>
  )
}
