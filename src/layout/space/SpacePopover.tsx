import AddIcon from '@mui/icons-material/Add'
import { Box, Button, Popover } from '@mui/material'
import { useGetList } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import { LIST_LIMIT } from '#contract/common'
import type { Space } from '#contract/spaces'
import { useTranslate } from '../../i18n/translate'
import { SpaceChoice } from './SpaceChoice'

const WHOLE_LIST = {
  pagination: { page: 1, perPage: LIST_LIMIT },
  sort: { field: 'name', order: 'ASC' },
} as const

interface SpacePopoverProps {
  anchor: HTMLElement
  onClose: () => void
}

/** The choice of spaces, and the ways to a new one and to the list of all. */
export default function SpacePopover({ anchor, onClose }: SpacePopoverProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { data: spaces, error, refetch } = useGetList<Space>('spaces', WHOLE_LIST)
  const select = (space: Space) => {
    onClose()
    void navigate(`/space/${space.id}/devices`)
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
      <Box sx={{ display: 'flex', gap: 1, p: 1, borderTop: '1px solid', borderColor: 'divider' }}>
        <Button
          size="small"
          component={Link}
          to="/spaces?create=true"
          startIcon={<AddIcon />}
          onClick={onClose}
          sx={{ flex: 1, whiteSpace: 'nowrap' }}
        >
          {translate('layout.space.create')}
        </Button>
        <Button
          size="small"
          component={Link}
          to="/spaces"
          color="inherit"
          onClick={onClose}
          sx={{ flex: 1, whiteSpace: 'nowrap' }}
        >
          {translate('layout.space.browse')}
        </Button>
      </Box>
    </Popover>
  )
}
