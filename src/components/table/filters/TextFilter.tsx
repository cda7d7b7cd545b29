import { styled } from '@mui/material'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from '../../../i18n/translate'
import { useShortcutOf } from '../../shortcuts/useShortcut'
import { type FilterableColumn, minLengthOf, readText, TEXT_FILTER_DELAY } from '../address'
import { Input } from '../inputs'
import type { FilterOf } from '../types'
import { useFilters } from '../useTable'
import { usePending } from './pending'

const Box = styled('div')<{ length: number }>(({ theme, length }) => ({
  position: 'relative',
  // As wide as its label.
  flex: `0 0 max(140px, ${length}ch)`,
  [theme.breakpoints.up('xl')]: { flexBasis: 200 },
  input: { width: '100%' },
  p: {
    position: 'absolute',
    zIndex: 3,
    top: '100%',
    left: 0,
    margin: '4px 0 0',
    padding: '2px 8px',
    borderRadius: 4,
    whiteSpace: 'nowrap',
    fontSize: '0.75rem',
    color: theme.palette.background.paper,
    backgroundColor: theme.palette.text.primary,
  },
}))

interface TextFilterProps extends Pick<FilterableColumn, 'label'> {
  filter: FilterOf<'text'>
  /** A shortcut focuses it. */
  isFirst?: boolean
}

/** Filters by the typed text once it is long enough and typing pauses; Enter applies it at once. Rules, "Tables". */
export function TextFilter({ label, filter, isFirst = false }: TextFilterProps) {
  const translate = useTranslate()
  const shortcutOf = useShortcutOf()
  const { values, change } = useFilters()
  const hintId = useId()
  const applied = readText(values[filter.source], filter)
  const [draft, setDraft] = useState(applied ?? '')
  const own = useRef(applied)
  const timer = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  // The address changed from outside: back, forward or cleared.
  useEffect(() => {
    if (applied === own.current) return
    own.current = applied
    window.clearTimeout(timer.current)
    setDraft(applied ?? '')
  }, [applied])

  const apply = (typed: string) => {
    window.clearTimeout(timer.current)
    const text = readText(typed, filter)
    if (text === own.current) return
    own.current = text
    change({ [filter.source]: text })
  }
  const type = (typed: string) => {
    setDraft(typed)
    window.clearTimeout(timer.current)
    const { pathname } = window.location
    timer.current = window.setTimeout(() => {
      // If a link was clicked meanwhile, its page may still be loading, and a filter would navigate back to this one.
      if (window.location.pathname === pathname) apply(typed)
    }, TEXT_FILTER_DELAY)
  }
  const input = useRef<HTMLInputElement>(null)
  usePending(() => {
    window.clearTimeout(timer.current)
    const text = readText(draft, filter)
    if (draft.trim() !== '' && text === undefined) {
      input.current?.focus()
      return null
    }
    // The address may not yet have what the timer applied.
    if (text === applied) return {}
    own.current = text
    return { [filter.source]: text }
  })
  const tooShort = draft.trim() !== '' && readText(draft, filter) === undefined
  const name = translate(label)
  return (
    <Box length={name.length}>
      <Input
        ref={input}
        type="search"
        {...(isFirst && shortcutOf('filter', name))}
        aria-label={name}
        aria-describedby={hintId}
        placeholder={name}
        maxLength={255}
        value={draft}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && apply(draft)}
      />
      <div id={hintId} role="status">
        {tooShort && <p>{translate('table.filter.minLength', { smart_count: minLengthOf(filter) })}</p>}
      </div>
    </Box>
  )
}
