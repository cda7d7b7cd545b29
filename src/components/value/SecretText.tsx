import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import RevealIcon from '@mui/icons-material/VisibilityOutlined'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { CopyButton, type CopyButtonProps, SmallButton, Text } from './CopyText'

interface SecretTextProps extends CopyButtonProps {
  /** Whether the value is revealed at first. */
  startsRevealed?: boolean
}

/** Placeholder for a value that is not in the page. */
export function HiddenText({ what }: Pick<CopyButtonProps, 'what'>) {
  return (
    <Text role="img" aria-label={useTranslate()('page.secret.hidden', { what })}>
      ••••••
    </Text>
  )
}

/** A value that is not in the page until a person reveals it; it can be copied unseen. */
export function SecretText({ value, what, startsRevealed = false }: SecretTextProps) {
  const translate = useTranslate()
  const [revealed, setRevealed] = useState(startsRevealed)
  return (
    <>
      {revealed ? <Text>{value}</Text> : <HiddenText what={what} />}
      <SmallButton
        label={translate(`page.secret.${revealed ? 'hide' : 'reveal'}`, { what })}
        icon={revealed ? HideIcon : RevealIcon}
        onClick={() => setRevealed(!revealed)}
      />
      <CopyButton value={value} what={what} />
    </>
  )
}
