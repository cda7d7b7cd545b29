import { styled } from '@mui/material'
import { useTranslate } from '../i18n/translate'

/** Id of the page's content. */
export const CONTENT_ID = 'content'

const Link = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1, 2),
  borderRadius: theme.shape.borderRadius,
  color: theme.palette.primary.contrastText,
  backgroundColor: theme.palette.primary.main,
  '&:not(:focus)': { transform: 'translateY(-64px)' },
}))

/** Lets the keyboard pass over the top bar and the menu. */
export function SkipLink() {
  const translate = useTranslate()
  return (
    <Link
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(CONTENT_ID)?.focus()
      }}
    >
      {translate('layout.skip')}
    </Link>
  )
}
