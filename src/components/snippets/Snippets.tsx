import HideIcon from '@mui/icons-material/VisibilityOffOutlined'
import RevealIcon from '@mui/icons-material/VisibilityOutlined'
import { IconButton, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { useClient } from '../../dataProvider/client'
import { BodyFrame, PlainText } from '../json'
import { fieldLabel } from '../words/fieldLabel'
import { type ApiRequest, commandOf, SNIPPET_LANGUAGES, type SnippetLanguage } from './commands'
import { msg, useTranslate } from './texts'

/** Replaces a key until the person reveals it. */
const MASK = '••••••'

/** Absolute address of the API, without a trailing slash. */
export function useApiBase(): string {
  const { base } = useClient()
  return new URL(base, window.location.href).href.replace(/\/+$/, '')
}

/** The language last chosen in this browser. */
function useSnippetLanguage() {
  const [stored, choose] = useStore<string>(msg('snippets.language'), SNIPPET_LANGUAGES[0])
  const language = SNIPPET_LANGUAGES.find((each) => each === stored) ?? SNIPPET_LANGUAGES[0]
  return [language, choose] as const
}

const KEY = fieldLabel('keys', 'id')

interface SnippetsProps {
  request: ApiRequest
  /** The key. It is not in the page until the person reveals it, but in copied commands. */
  apiKey?: string
}

/** Commands for a call, one language at a time. */
export function Snippets({ request, apiKey }: SnippetsProps) {
  const translate = useTranslate()
  const [language, choose] = useSnippetLanguage()
  const [isRevealed, setRevealed] = useState(false)
  const shown = commandOf(language, request, apiKey === undefined || isRevealed ? apiKey : MASK)
  const revealLabel = translate(`page.secret.${isRevealed ? 'hide' : 'reveal'}`, {
    what: translate(KEY),
  })
  const RevealOrHideIcon = isRevealed ? HideIcon : RevealIcon
  const tools = (
    <>
      <ToggleButtonGroup
        size="small"
        exclusive
        value={language}
        aria-label={translate('snippets.language')}
        onChange={(_event, chosen: SnippetLanguage | null) => chosen && choose(chosen)}
        sx={{ mr: 'auto' }}
      >
        {SNIPPET_LANGUAGES.map((each) => (
          <ToggleButton key={each} value={each} sx={{ py: { xs: 1, md: 0.25 }, textTransform: 'none' }}>
            {translate(`snippets.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {apiKey !== undefined && (
        <IconButton
          size="small"
          aria-label={revealLabel}
          title={revealLabel}
          onClick={() => setRevealed(!isRevealed)}
        >
          <RevealOrHideIcon fontSize="small" />
        </IconButton>
      )}
    </>
  )
  return (
    <BodyFrame text={commandOf(language, request, apiKey)} tools={tools}>
      <PlainText text={shown} label={translate('snippets.command')} />
    </BodyFrame>
  )
}
