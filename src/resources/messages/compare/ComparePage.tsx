import { useGetOne } from 'react-admin'
import type { Message } from '#contract/messages'
import { Loaded, NotFound } from '../../../components/page'
import { isMissing } from '../../../dataProvider/client'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { Comparison } from './Comparison'
import { useCompareAddress } from './useCompareAddress'

function MessageNotFound({ text }: { text: string }) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate('messages.compare.notFound.title')}
      text={translate(text)}
      instead={{
        label: translate('messages.compare.notFound.back'),
        to: `/space/${useSpaceId()}/messages`,
      }}
    />
  )
}

/** Two messages side by side, at an address of its own. Spec 2, section 2, "messages". */
export default function ComparePage() {
  const { a, b } = useCompareAddress()
  const isComplete = a !== '' && b !== ''
  const first = useGetOne<Message>('messages', { id: a }, { enabled: isComplete })
  const second = useGetOne<Message>('messages', { id: b }, { enabled: isComplete })

  if (!isComplete) return <MessageNotFound text="messages.compare.notFound.incomplete" />
  if (isMissing(first.error) || isMissing(second.error))
    return <MessageNotFound text="messages.compare.notFound.text" />
  return (
    <Loaded query={first}>
      {(one) => <Loaded query={second}>{(other) => <Comparison messages={[one, other]} />}</Loaded>}
    </Loaded>
  )
}
