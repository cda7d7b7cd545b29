import { Box, styled } from '@mui/material'
import type { RolloutOrder } from '#contract/rollouts'
import { commandsIn } from '../../components/rollouts/order'
import { useOrderText } from '../../components/rollouts/words'

const Code = styled('pre')({
  margin: '4px 0 0',
  fontFamily: 'ui-monospace, monospace',
  fontSize: '0.8125rem',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 240,
  overflow: 'auto',
})

/** The lines of an order that its words leave out; undefined if they say all. */
function linesOf(order: RolloutOrder): string | undefined {
  switch (order.kind) {
    case 'config':
    case 'shell': {
      const commands = commandsIn(order.body)
      if (!commands) return JSON.stringify(order.body, null, 2)
      return commands.length > 1 ? commands.join('\n') : undefined
    }
    case 'data':
      return JSON.stringify(order.body, null, 2)
    case 'settings': {
      const settings = Object.entries(order.settings)
      return settings.length > 1
        ? settings.map(([name, value]) => `${name} = ${value ?? '–'}`).join('\n')
        : undefined
    }
    case 'records':
      return order.comment || undefined
    case 'mute':
      return order.note || undefined
    case 'firmware':
    case 'rollback':
      return undefined
  }
}

/** What a roll-out orders, with all its commands or settings. */
export function OrderDetails({ order }: { order: RolloutOrder }) {
  const text = useOrderText()(order)
  const lines = linesOf(order)
  return (
    <Box>
      <span>{text}</span>
      {lines !== undefined && <Code tabIndex={0}>{lines}</Code>}
    </Box>
  )
}
