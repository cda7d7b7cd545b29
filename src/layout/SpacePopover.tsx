import AddIcon from '@mui/icons-material/Add'
import { Box, Button, InputBase, Popover, styled } from '@mui/material'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { foldText } from '#contract/common'
import type { Space } from '#contract/spaces'
import { addresses, spaceAddresses } from '../addresses'
import { SpaceAvatar } from '../components/SpaceAvatar'
import { useCurrentSpace } from '../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../dataProvider/queries'
import { useTranslate } from '../i18n/translate'

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

/** A filter box above the list of spaces. Arrows move, Enter selects. Invitations cannot be selected. */
function SpaceChoice({ spaces, onSelect }: SpaceChoiceProps) {
  const translate = useTranslate()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = useCurrentSpace()
  const [text, setText] = useState('')
  const own = spaces.findIndex(({ id }) => id === current?.id)
  const [row, setRow] = useState(Math.max(0, own))
  const wanted = foldText(text.trim())
  const found = spaces.filter(({ name }) => foldText(name).includes(wanted))
  const active = found[row]
  const optionId = (space: Space) => `${listId}-${space.id}`
  const select = (space: Space) => !space.invited && onSelect(space)

  useEffect(() => {
    list.current?.children[row]?.scrollIntoView?.({ block: 'nearest' })
  }, [row])

  function onKeyDown(event: KeyboardEvent) {
    // Past one end the arrows go on at the other.
    if (event.key === 'ArrowDown') setRow(row + 1 < found.length ? row + 1 : 0)
    else if (event.key === 'ArrowUp') setRow(Math.max(0, (row || found.length) - 1))
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
        role="listbox"
        aria-label={translate('layout.space.list')}
        onMouseDown={keepFocus}
      >
        {found.map((space, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the filter box's, which points here by aria-activedescendant
          <div
            key={space.id}
            id={optionId(space)}
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

const Footer = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  padding: theme.spacing(1),
  borderTop: `1px solid ${theme.palette.divider}`,
  '& > *': { flex: 1, whiteSpace: 'nowrap' },
}))

interface SpacePopoverProps {
  anchor: HTMLElement
  onClose: () => void
}

/** The spaces to choose from, with links to a new space and to the list. */
export default function SpacePopover({ anchor, onClose }: SpacePopoverProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { data: spaces, error, refetch } = useGetList('spaces', WHOLE_LIST)
  const select = (space: Space) => {
    onClose()
    void navigate(spaceAddresses(space.id).list('devices'))
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{
        paper: {
          variant: 'outlined',
          role: 'dialog',
          'aria-label': translate('layout.space.select'),
          sx: { mt: 0.5, width: 320, maxWidth: 'calc(100vw - 32px)' },
        },
      }}
    >
      {spaces ? (
        <SpaceChoice spaces={spaces} onSelect={select} />
      ) : (
        <Box role={error ? 'alert' : undefined} sx={{ p: 2, color: 'text.secondary' }}>
          {translate(error ? 'layout.space.failed' : 'layout.space.loading')}
          {error && <Button onClick={() => void refetch()}>{translate('common.tryNow')}</Button>}
        </Box>
      )}
      <Footer>
        <Button
          size="small"
          component={Link}
          to={`${addresses.spaces}?create=true`}
          startIcon={<AddIcon />}
          onClick={onClose}
        >
          {translate('layout.space.create')}
        </Button>
        <Button size="small" component={Link} to={addresses.spaces} color="inherit" onClick={onClose}>
          {translate('layout.space.browse')}
        </Button>
      </Footer>
    </Popover>
  )
}
