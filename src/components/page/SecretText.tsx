import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import RevealIcon from '@mui/icons-material/VisibilityOutlined'
import { IconButton, styled } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { CopyButton } from './CopyText'

const Text = styled('span')({ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
const DOTS = '••••••'

interface SecretTextProps {
  value: string
  /** What it is, for the names of the buttons. */
  what: string
  /** The person has asked for it already. */
  startsRevealed?: boolean
}

/** A value that is not in the page until a person asks for it; it can be copied unseen. */
export function SecretText({ value, what, startsRevealed = false }: SecretTextProps) {
  const translate = useTranslate()
  const [revealed, setRevealed] = useState(startsRevealed)
  const Icon = revealed ? HideIcon : RevealIcon
  return (
    <>
      {revealed ? (
        <Text>{value}</Text>
      ) : (
        <Text role="img" aria-label={translate('page.secret.hidden', { what })}>
          {DOTS}
        </Text>
      )}
      <IconButton
        size="small"
        disableRipple
        onClick={() => setRevealed(!revealed)}
        aria-label={translate(`page.secret.${revealed ? 'hide' : 'reveal'}`, { what })}
        sx={{ ml: 0.5 }}
      >
        <Icon sx={{ fontSize: 16 }} />
      </IconButton>
      <CopyButton value={value} what={what} />
    </>
  )
}
