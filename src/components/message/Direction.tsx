import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import { styled } from '@mui/material'
import type { Message } from '#contract/messages'
import { useTranslate } from './texts'

/** Words that an icon stands among, on one line. */
export const OneLine = styled('span')({
  whiteSpace: 'nowrap',
  svg: { fontSize: '1.15em', verticalAlign: '-0.2em', marginInlineEnd: 4 },
})

/** The way that messages go: up from the device, down to it. The one look of directions. */
export function DirectionText({ direction }: Pick<Message, 'direction'>) {
  const translate = useTranslate()
  const isKnown = direction === 'up' || direction === 'down'
  // Another server may send none, or one of its own.
  if (!isKnown) return <span>{direction || '–'}</span>
  return (
    <OneLine>
      {direction === 'up' ? <UpIcon color="success" /> : <DownIcon color="primary" />}
      <span>{translate(`message.directions.${direction}`)}</span>
    </OneLine>
  )
}
