import CopyIcon from '@mui/icons-material/ContentCopy'
import { IconButton, styled } from '@mui/material'
import { useTranslate } from '../../i18n/translate'
import { shortenId } from './copyText'
import { useCopy } from './useCopy'

const Frame = styled('span')({ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
const ONE_LINE = { whiteSpace: 'nowrap' } as const

interface CopyButtonProps {
  value: string
  /** What it is, for the name of the button: "Copy id". */
  what: string
}

/** Copies a value that need not be on screen. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const translate = useTranslate()
  const copy = useCopy()
  return (
    <IconButton
      size="small"
      disableRipple
      onClick={() => void copy(value)}
      aria-label={translate('common.copy', { what })}
      sx={{ ml: 0.5 }}
    >
      <CopyIcon sx={{ fontSize: 16 }} />
    </IconButton>
  )
}

interface CopyTextProps extends CopyButtonProps {
  /** Shows the last 15 characters only; the whole value is in the tooltip and is what gets copied. */
  short?: boolean
}

/** A value with a button that copies it. */
export function CopyText({ value, what, short = false }: CopyTextProps) {
  return (
    <Frame style={short ? ONE_LINE : undefined}>
      <span title={short ? value : undefined}>{short ? shortenId(value) : value}</span>
      <CopyButton value={value} what={what} />
    </Frame>
  )
}
