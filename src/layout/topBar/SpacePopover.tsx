import AddIcon from '@mui/icons-material/Add'
import { Button, Popover, styled } from '@mui/material'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { foldText } from '#contract/common'
import type { Space } from '#contract/spaces'
import { addresses, spaceAddresses } from '../../addresses'
import { OpenCombobox } from '../../components/combobox/OpenCombobox'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { useCurrentSpace } from '../../dataProvider/account'
import { useGetList, WHOLE_LIST } from '../../dataProvider/queries'
import { useTranslate } from '../../i18n/translate'

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

/** The spaces to choose from, with links to the full list and to a new space. */
export default function SpacePopover({ anchor, onClose }: SpacePopoverProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const current = useCurrentSpace()
  const { data: spaces, error, refetch } = useGetList('spaces', WHOLE_LIST)
  const [text, setText] = useState('')
  const wanted = foldText(text.trim())
  const found = spaces?.filter(({ name }) => foldText(name).includes(wanted)) ?? []
  const status = () => {
    if (!spaces) return translate(error ? 'layout.space.failed' : 'layout.space.loading')
    if (spaces.length === 0) return translate('layout.space.none')
    return found.length === 0 ? translate('layout.space.noMatch') : ''
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
          sx: {
            mt: 0.5,
            width: 320,
            maxWidth: 'calc(100vw - 32px)',
            '[role="listbox"]': { maxHeight: 'min(320px, 50dvh)' },
          },
        },
      }}
    >
      <OpenCombobox<Space>
        label={translate('layout.space.filter')}
        placeholder={translate('layout.space.filter')}
        listLabel={translate('layout.space.list')}
        text={text}
        onType={setText}
        choices={found}
        keyOf={({ id }) => id}
        isDisabled={({ invited }) => invited}
        current={current?.id}
        renderChoice={({ name, invited }) => (
          <>
            <SpaceAvatar name={name} size={24} />
            <span>{name}</span>
            {invited && <small>{translate('layout.space.invitation')}</small>}
          </>
        )}
        onChoose={({ id }) => {
          onClose()
          void navigate(spaceAddresses(id).list('devices'))
        }}
        onClose={onClose}
        status={status()}
        onRetry={!spaces && error ? () => void refetch() : undefined}
      />
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
