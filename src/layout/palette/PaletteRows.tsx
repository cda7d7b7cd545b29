import { styled } from '@mui/material'
import { type MouseEvent, useEffect } from 'react'
import type { Group } from './arrange'
import type { Entry } from './entries'
import { useTranslate } from './texts'

const List = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  flexGrow: 1,
  padding: theme.spacing(0.5),
  overflowY: 'auto',
  '&:empty': { display: 'none' },
  '.heading': {
    ...theme.typography.caption,
    padding: theme.spacing(1, 1.5, 0.5),
    fontWeight: 600,
    color: theme.palette.text.secondary,
  },
  '[role="option"]': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    minHeight: 40,
    padding: theme.spacing(0.5, 1.5),
    borderRadius: 6,
    cursor: 'pointer',
    svg: { fontSize: 20, flexShrink: 0, color: theme.palette.text.secondary },
    span: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  '.title': { flexShrink: 1, minWidth: 80 },
  '.detail': {
    marginLeft: 'auto',
    flexShrink: 2,
    fontSize: '0.8125rem',
    color: theme.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  '[aria-selected="true"]': {
    backgroundColor: theme.palette.action.selected,
    boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
  },
  '[aria-disabled]': { cursor: 'not-allowed', '.title': { color: theme.palette.text.secondary } },
}))

/** The focus stays in the input. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

interface PaletteRowsProps {
  listId: string
  groups: readonly Group[]
  active: Entry | undefined
  idOf: (entry: Entry) => string
  onActive: (entry: Entry) => void
  onOpen: (entry: Entry, inNewTab: boolean) => void
}

/** The rows under the headings of their groups. The keys are those of the input. */
export function PaletteRows({ listId, groups, active, idOf, onActive, onOpen }: PaletteRowsProps) {
  const translate = useTranslate()
  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    <List id={listId} role="listbox" aria-label={translate('palette.results')} onMouseDown={keepFocus}>
      {groups.map(({ name, entries }, index) => (
        <div key={name} role="group" aria-labelledby={`${listId}-group-${index}`}>
          <div className="heading" id={`${listId}-group-${index}`} role="presentation">
            {name}
          </div>
          {entries.map((entry) => {
            const { key, icon: Icon, title, detail, reason } = entry
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, which points here by aria-activedescendant
              <div
                key={key}
                id={idOf(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                aria-disabled={reason !== undefined || undefined}
                onClick={({ ctrlKey, metaKey }) => onOpen(entry, ctrlKey || metaKey)}
                onPointerMove={() => entry !== active && onActive(entry)}
              >
                <Icon />
                <span className="title">{title}</span>
                {(reason ?? detail) && <span className="detail">{reason ?? detail}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </List>
  )
}
