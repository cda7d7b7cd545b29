import CopyIcon from '@mui/icons-material/ContentCopy'
import { IconButton, styled } from '@mui/material'
import { type MessageKey, useTranslate } from '../../i18n/translate'
import { TOUCH, TOUCH_SIZE, touchSpace } from '../../theme/theme'
import { toast } from '../toast/toasts'

/** Copies text on pages without HTTPS, where the clipboard API is missing. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  document.body.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

/** Copies text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Number of characters in a shortened id. Rules, "Tables". */
const SHORT_ID_LENGTH = 15

/** The last characters of an id, after an ellipsis. Rules, "Tables". */
export const shortenId = (id: string): string =>
  id.length > SHORT_ID_LENGTH ? `…${id.slice(-SHORT_ID_LENGTH)}` : id

/** Copies a text and reports the result in a toast. Rules, "Toasts". */
export function useCopy() {
  const translate = useTranslate()
  return async (text: string, said: MessageKey = 'common.copied') => {
    const isCopied = await copyText(text)
    if (isCopied) toast({ kind: 'success', title: translate(said) })
    else toast({ kind: 'error', title: translate('page.copyFailed') })
  }
}

/** A value that can be copied. */
export const Text = styled('span')({ overflowWrap: 'anywhere' })

export interface CopyButtonProps {
  value: string
  /** The name of the value in the button's label: "Copy id". */
  what: string
}

interface SmallButtonProps {
  label: string
  icon: typeof CopyIcon
  onClick: () => void
}

/** A button beside a value. */
export function SmallButton({ label, icon: Icon, onClick }: SmallButtonProps) {
  return (
    <IconButton
      size="small"
      disableRipple
      onClick={onClick}
      aria-label={label}
      title={label}
      sx={{ ml: 0.5 }}
    >
      <Icon sx={{ fontSize: 16 }} />
    </IconButton>
  )
}

/** Copies a value that need not be on screen. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const translate = useTranslate()
  const copy = useCopy()
  return (
    <SmallButton
      label={translate('common.copy', { what })}
      icon={CopyIcon}
      onClick={() => void copy(value)}
    />
  )
}

/** Width of the button after a value, in px. */
const BUTTON_WIDTH = 26

/** The button takes no room of its own, so it never wraps to a line alone. */
const Copied = styled(Text)({
  '& > span': { paddingInlineEnd: BUTTON_WIDTH },
  '& > button': {
    marginInlineStart: -BUTTON_WIDTH,
    [TOUCH]: { marginInlineEnd: BUTTON_WIDTH - TOUCH_SIZE },
  },
})

/** A text that a click copies; in print, it is plain text. */
const ShortText = styled('button')(({ theme }) => ({
  padding: 0,
  border: 0,
  borderRadius: 2,
  font: 'inherit',
  color: 'inherit',
  background: 'none',
  whiteSpace: 'nowrap',
  cursor: 'copy',
  textUnderlineOffset: 3,
  position: 'relative',
  ...touchSpace,
  '&:hover': { textDecoration: 'underline dotted' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
}))

interface CopyTextProps extends CopyButtonProps {
  /** Shows only the last 15 characters and no button: a click copies the whole value, which is in the tooltip. */
  short?: boolean
}

/** A value with a button that copies it. */
export function CopyText({ value, what, short = false }: CopyTextProps) {
  const translate = useTranslate()
  const copy = useCopy()
  if (short)
    return (
      <ShortText
        type="button"
        className="copies"
        title={value}
        aria-label={translate('common.copy', { what })}
        onClick={() => void copy(value)}
      >
        {shortenId(value)}
      </ShortText>
    )
  return (
    <Copied>
      <span>{value}</span>
      <CopyButton value={value} what={what} />
    </Copied>
  )
}
