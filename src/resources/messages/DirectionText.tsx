import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import { styled } from '@mui/material'
import type { Message } from '#contract/messages'
import { useTranslate } from '../../i18n/translate'

const ICONS = { up: UpIcon, down: DownIcon } as const

const WithIcon = styled('span')({
  whiteSpace: 'nowrap',
  svg: { fontSize: '1.15em', verticalAlign: '-0.2em', marginInlineEnd: 4 },
})

/** The way that a message goes, in a word and an arrow: up from the device, down to it. */
export function DirectionText({ direction }: Pick<Message, 'direction'>) {
  const translate = useTranslate()
  const Icon = ICONS[direction]
  return (
    <WithIcon>
      <Icon color={direction === 'up' ? 'success' : 'primary'} />
      {translate(`messages.directions.${direction}`)}
    </WithIcon>
  )
}
