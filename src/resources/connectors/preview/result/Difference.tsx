import { LinearProgress } from '@mui/material'
import { Suspense, useState } from 'react'
import { parseJson } from '../../../../components/json'
import { lazyPart, PartFrame } from '../../../../components/lazyPart'
import { useTranslate } from '../../../../i18n/translate'
import type { ResultViewProps } from './tabs'

const DifferenceView = lazyPart(() => import('./DifferenceView'))

/** JSON text of the message's body in a job; null when there is none. */
function bodyOf(input: string): string | null {
  const job = parseJson(input)
  const message: unknown = typeof job === 'object' && job !== null ? Reflect.get(job, 'message') : undefined
  const body: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, 'body') : undefined
  return body === undefined ? null : JSON.stringify(body)
}

/** The body of the message beside the body that would be sent. */
export function Difference({ input, verdict }: ResultViewProps) {
  const translate = useTranslate()
  const [failed, setFailed] = useState(false)
  const working = <LinearProgress aria-label={translate('diff.working')} />
  if (verdict.kind !== 'sent') return translate('connectors.preview.noRequest')
  if (failed) return translate('diff.failed')
  return (
    <PartFrame onClose={() => setFailed(true)}>
      <Suspense fallback={working}>
        <DifferenceView left={bodyOf(input)} right={verdict.request.body} />
      </Suspense>
    </PartFrame>
  )
}
