import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import RemoveIcon from '@mui/icons-material/Close'
import { Box, IconButton } from '@mui/material'
import type { MouseEvent } from 'react'
import { TextInput } from 'react-admin'
import { flushSync } from 'react-dom'
import { useTranslate } from '../../../i18n/translate'

interface DelayRowProps {
  index: number
  isLast: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** One delay, with buttons that move and remove it. */
export function DelayRow({ index, isLast, onMove, onRemove }: DelayRowProps) {
  const translate = useTranslate()
  const number = index + 1
  const label = translate('connectors.delays.row', { number })

  const moveTo =
    (to: number) =>
    ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
      flushSync(() => onMove(to))
      // At its end the button can hold the focus no more.
      if (button.disabled) button.closest('fieldset')?.querySelector('input')?.focus()
    }
  const buttons = [
    { action: 'moveUp', Icon: UpIcon, disabled: index === 0, onClick: moveTo(index - 1) },
    { action: 'moveDown', Icon: DownIcon, disabled: isLast, onClick: moveTo(index + 1) },
    { action: 'remove', Icon: RemoveIcon, disabled: false, onClick: onRemove },
  ]

  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ display: 'flex', alignItems: 'start', width: '100%', border: 0, p: 0, m: 0, minWidth: 0 }}
    >
      <TextInput
        source={`retry_delays.${index}.value`}
        label={label}
        size="small"
        helperText={false}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
        sx={{ flex: '0 1 220px', minWidth: 0, mr: 0.5 }}
      />
      {buttons.map(({ action, Icon, ...button }) => (
        <IconButton
          key={action}
          aria-label={translate(`connectors.delays.${action}`, { number })}
          {...button}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
    </Box>
  )
}
