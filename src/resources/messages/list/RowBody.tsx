import type { Message } from '#contract/messages'
import { BodyPreview } from '../../../components/json'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'

/** What the row of a message expands to: the beginning of its body. */
export default function RowBody({ message: { id, body } }: { message: Message }) {
  return <BodyPreview text={body} to={`/space/${useSpaceId()}/messages/${id}`} />
}
