import { styled } from '@mui/material'
import type { Attempt, Delivery } from '#contract/connectors'
import { useFailureText } from '../../../components/failure/useFailureText'
import { useTranslate } from '../../../i18n/translate'

/** What came of an attempt, in words: why it failed, or the status of the answer. */
export function Outcome({
  status,
  ...failure
}: Pick<Attempt, 'status' | 'error' | 'error_code' | 'error_detail'>) {
  const translate = useTranslate()
  const reason = useFailureText()(failure)
  if (reason !== null) return reason
  return status === null
    ? translate('connectors.deliveries.returnedNull')
    : translate('connectors.deliveries.tries.status', { status })
}

/** Begins with a capital letter: reasons are parts of sentences. */
export const Sentence = styled('span')({
  display: 'inline-block',
  '&::first-letter': { textTransform: 'uppercase' },
})

/** What came of the last attempt of a delivery. */
export function Result({ delivery }: { delivery: Delivery }) {
  const translate = useTranslate()
  if (delivery.attempts === 0) return translate('connectors.deliveries.noAttempt')
  return (
    <Sentence>
      <Outcome {...delivery} />
    </Sentence>
  )
}
