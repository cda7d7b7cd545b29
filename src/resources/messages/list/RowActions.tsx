import DetailIcon from '@mui/icons-material/InfoOutlined'
import { IconButton, styled } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Message } from '#contract/messages'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { PreviousLink } from '../compare/PreviousLink'

const Actions = styled('div')({
  display: 'flex',
  alignItems: 'center',
  marginInlineStart: -5,
  // Gives the icons the baseline of a text, for the label beside them on a card.
  '&::before': { content: '"\\200b"' },
})

/** Leads to the message, and compares it with the one before. Spec 2, section 2. */
export function RowActions({ message }: { message: Message }) {
  const translate = useTranslate()
  const label = translate('messages.list.open')
  return (
    <Actions>
      <IconButton
        component={Link}
        to={`/space/${useSpaceId()}/messages/${message.id}`}
        size="small"
        aria-label={label}
        title={label}
      >
        <DetailIcon fontSize="small" />
      </IconButton>
      <PreviousLink message={message} variant="icon" />
    </Actions>
  )
}
