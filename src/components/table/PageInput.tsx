import { useState } from 'react'
import { useTranslate } from '../../i18n/translate'
import { clampPage, type Paging } from './paging'
import { Input } from './parts'

interface PageInputProps {
  paging: Paging
  onChange: (page: number) => void
}

/** Number of the page; what is typed counts on Enter and when the input is left. Spec 1, section 5. */
export function PageInput({ paging, onChange }: PageInputProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState<string | null>(null)
  const apply = () => {
    if (typed === null) return
    const page = clampPage(typed, paging)
    setTyped(null)
    if (page !== paging.page) onChange(page)
  }
  return (
    <Input
      inputMode="numeric"
      aria-label={translate('table.paging.page')}
      value={typed ?? paging.page}
      style={{ width: 56, textAlign: 'center' }}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
