import CopyIcon from '@mui/icons-material/ContentCopy'
import { IconButton, styled } from '@mui/material'
import { useTranslate } from 'react-admin'
import { shortenId } from './copyText'
import { useCopy } from './useCopy'

const Frame = styled('span')({ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
const ONE_LINE = { whiteSpace: 'nowrap' } as const

interface CopyTextProps {
  value: string
  /** What it is, for the name of the button: "Copy id". */
  what: string
  /** Shows the last 15 characters only; the whole value is in the tooltip and is what gets copied. */
  short?: boolean
}

/** A value with a button that copies it. */
export function CopyText({ value, what, short = false }: CopyTextProps) {
  const translate = useTranslate()
  const copy = useCopy()
  return (
    <Frame style={short ? ONE_LINE : undefined}>
      <span title={short ? value : undefined}>{short ? shortenId(value) : value}</span>
      <IconButton
        size="small"
        disableRipple
        onClick={() => copy(value)}
        aria-label={translate('common.copy', { what })}
        sx={{ ml: 0.5 }}
      >
        <CopyIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Frame>
  )
}
