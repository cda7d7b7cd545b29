import { useState } from 'react'
import type { Connector, Operation } from '#contract/connectors'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { PermissionButton } from '../../../components/page'
import { useTranslate } from '../texts'

const TestDialog = lazyPart(() => import('./TestDialog'), 'connectors.test', 'connectors.preview', 'messages')

interface TestButtonProps {
  connector: Connector
  operation: Operation
  /** Whether it is on the page of a test. */
  isAnother?: boolean
}

/** Sends one message by a connector, to try its receiver. */
export function TestButton({ connector, operation, isAnother = false }: TestButtonProps) {
  const translate = useTranslate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <PermissionButton
        permission="space:connector:update"
        variant="outlined"
        onClick={() => setAsking(true)}
      >
        {translate(isAnother ? 'connectors.sendAnotherTest' : 'connectors.sendTest')}
      </PermissionButton>
      {asking && (
        <PartFrame onClose={() => setAsking(false)}>
          <TestDialog connector={connector} operation={operation} onClose={() => setAsking(false)} />
        </PartFrame>
      )}
    </>
  )
}
