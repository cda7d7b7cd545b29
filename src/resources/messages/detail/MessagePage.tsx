import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { Loaded } from '../../../components/page'
import { isMissing } from '../../../dataProvider/client'
import { MessageDetail } from './MessageDetail'
import { MessageNotFound } from './MessageNotFound'

/** Time between two looks at a downlink that was not sent yet, in milliseconds; a hidden page does not look. */
const POLL_INTERVAL = 5000

/** One message. Spec 2, section 2. */
export default function MessagePage() {
  const { id = '' } = useParams()
  const query = useGetOne<Message>(
    'messages',
    { id },
    { refetchInterval: ({ state }) => state.data?.down_state === 'pending' && POLL_INTERVAL },
  )
  if (isMissing(query.error)) return <MessageNotFound />
  return <Loaded query={query}>{(message) => <MessageDetail key={message.id} message={message} />}</Loaded>
}
