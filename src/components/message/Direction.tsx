import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import { styled } from '@mui/material'
import type { Message } from '#contract/messages'
import { useTranslate } from './texts'

/** A line of text with icons in it. */
export const OneLine = styled('span')({
  whiteSpace: 'nowrap',
  svg: { fontSize: '1.15em', verticalAlign: '-0.2em', marginInlineEnd: 4 },
})

/** The direction of a message: up from the device, or down to it. Use it wherever directions are shown. */
export function DirectionText({ direction }: Pick<Message, 'direction'>) {
  const translate = useTranslate()
  const isKnown = direction === 'up' || direction === 'down'
  // Other servers may send no direction, or one of their own.
  if (!isKnown) return <span>{direction || '–'}</span>
  return (
    <OneLine>
      {direction === 'up' ? <UpIcon color="success" /> : <DownIcon color="primary" />}
      <span>{translate(`message.directions.${direction}`)}</span>
    </OneLine>
  )
}
