import { InputBase, styled } from '@mui/material'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import type { Space } from '#contract/spaces'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { useCurrentSpace } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'
import { filterSpaces, nextRow } from './filterSpaces'

const Options = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  padding: theme.spacing(0.5),
  maxHeight: 'min(320px, 50dvh)',
  overflowY: 'auto',
  '[role="option"]': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    minHeight: 40,
    padding: theme.spacing(0.5, 1.5),
    borderRadius: 6,
    cursor: 'pointer',
    contentVisibility: 'auto',
    containIntrinsicBlockSize: 'auto 40px',
    '& > :nth-of-type(2)': {
      flexGrow: 1,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
  '[aria-selected="true"]': { fontWeight: 600 },
  '[data-active]': { backgroundColor: theme.palette.action.selected },
  '[aria-disabled]': { cursor: 'default', color: theme.palette.text.secondary },
  small: { fontSize: '0.8125rem', color: theme.palette.text.secondary },
}))

const keepFocus = (event: MouseEvent) => event.preventDefault()

interface SpaceChoiceProps {
  spaces: readonly Space[]
  onSelect: (space: Space) => void
}

/** A filter box over the list of spaces: arrows move, Enter selects. Invitations have to be accepted first. */
export function SpaceChoice({ spaces, onSelect }: SpaceChoiceProps) {
  const translate = useTranslate()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = useCurrentSpace()
  const [text, setText] = useState('')
  const [row, setRow] = useState(() =>
    Math.max(
      0,
      spaces.findIndex(({ id }) => id === current?.id),
    ),
  )
  const found = filterSpaces(spaces, text)
  const active = found[row]
  const optionId = (space: Space) => `${listId}-${space.id}`
  const select = (space: Space) => !space.invited && onSelect(space)

  useEffect(() => {
    list.current?.children[row]?.scrollIntoView?.({ block: 'nearest' })
  }, [row])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setRow(nextRow(event.key, row, found.length))
    else if (event.key === 'Enter' && active) select(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <InputBase
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opening the choice is a wish to filter or move in it
        autoFocus
        fullWidth
        value={text}
        placeholder={translate('layout.space.filter')}
        onChange={({ target }) => {
          setText(target.value)
          setRow(0)
        }}
        onKeyDown={onKeyDown}
        inputProps={{
          role: 'combobox',
          'aria-label': translate('layout.space.filter'),
          'aria-expanded': true,
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-activedescendant': active && optionId(active),
        }}
        sx={{ px: 2, py: 1, fontSize: '0.875rem', borderBottom: '1px solid', borderColor: 'divider' }}
      />
      <Options
        ref={list}
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show avatars and invitations
        role="listbox"
        aria-label={translate('layout.space.list')}
        onMouseDown={keepFocus}
      >
        {found.map((space, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the filter box's, which points here by aria-activedescendant
          <div
            key={space.id}
            id={optionId(space)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            tabIndex={-1}
            aria-selected={space.id === current?.id}
            aria-disabled={space.invited || undefined}
            data-active={index === row || undefined}
            onClick={() => select(space)}
            onPointerMove={() => setRow(index)}
          >
            <SpaceAvatar name={space.name} size={24} />
            <span>{space.name}</span>
            {space.invited && <small>{translate('layout.space.invitation')}</small>}
          </div>
        ))}
      </Options>
      {found.length === 0 && (
        <output style={{ display: 'block', margin: '0 16px 12px' }}>
          {translate(spaces.length === 0 ? 'layout.space.none' : 'layout.space.noMatch')}
        </output>
      )}
    </>
  )
}
