import SwapIcon from '@mui/icons-material/SwapHoriz'
import { Box, Button } from '@mui/material'
import type { Message } from '#contract/messages'
import { PageHeader } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { BodyDiff } from './BodyDiff'
import { MessageSide } from './MessageSide'
import { useCompareAddress } from './useCompareAddress'

const olderFirst = (a: Message, b: Message) =>
  a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)

/** Two messages and the differences of their bodies; the older one is on the left until they are swapped. */
export function Comparison({ messages }: { messages: [Message, Message] }) {
  const translate = useTranslate()
  const messagesPath = `/space/${useSpaceId()}/messages`
  const { swapped, change } = useCompareAddress()
  const [one, other] = messages
  const inOrder = olderFirst(one, other) <= 0
  const [left, right] = inOrder === swapped ? [other, one] : [one, other]
  const [older, newer] = [translate('messages.compare.older'), translate('messages.compare.newer')]
  return (
    <>
      <PageHeader
        title={translate('messages.compare.title')}
        parents={[{ label: translate('messages.title'), to: messagesPath }]}
        actions={
          <Button startIcon={<SwapIcon />} onClick={() => change('swapped', !swapped)}>
            {translate('messages.compare.swap')}
          </Button>
        }
      />
      <Box sx={{ display: 'grid', columnGap: 3, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        <MessageSide message={left} title={swapped ? newer : older} />
        <MessageSide message={right} title={swapped ? older : newer} />
      </Box>
      <BodyDiff key={`${left.id} ${right.id}`} left={left} right={right} />
    </>
  )
}
