import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import RevealIcon from '@mui/icons-material/VisibilityOutlined'
import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { CopyButton, type CopyButtonProps, SmallButton, Text } from './CopyText'

interface SecretTextProps extends CopyButtonProps {
  /** The person has asked for it already. */
  startsRevealed?: boolean
}

/** In place of a value that is not in the page. */
export function HiddenText({ what }: Pick<CopyButtonProps, 'what'>) {
  return (
    <Text role="img" aria-label={useTranslate()('page.secret.hidden', { what })}>
      ••••••
    </Text>
  )
}

/** A value that is not in the page until a person asks for it; it can be copied unseen. */
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
