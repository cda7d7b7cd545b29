import { useTranslate } from '../../../i18n/translate'

interface ExpandButtonProps {
  label: string
  expanded: boolean
  onClick: () => void
}

/** Opens and closes the details of a row. */
export function ExpandButton({ label, expanded, onClick }: ExpandButtonProps) {
  const translate = useTranslate()
  const text = translate('table.details', { label })
  return (
    <button type="button" className="expand" aria-expanded={expanded} aria-label={text} onClick={onClick}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M9 6l6 6-6 6" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  )
}
