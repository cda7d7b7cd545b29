import SelectIcon from '@mui/icons-material/UnfoldMore'
import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { lazyPart, PartFrame } from '../../components/lazyPart'
import { SpaceAvatar } from '../../components/SpaceAvatar'
import { useCurrentSpace } from '../../dataProvider/account'
import { useTranslate } from '../../i18n/translate'

/** The list to choose from; loads at its first use. */
export const SpacePopover = lazyPart(() => import('./SpacePopover'))

interface SpaceSelectorProps {
  /** Whether a space that is not known yet is on its way. */
  loading?: boolean
}

/** Shows the space that the page is in, and opens the choice of spaces. Spec 1, section 2, "Shared layout". */
export function SpaceSelector({ loading = false }: SpaceSelectorProps) {
  const translate = useTranslate()
  const space = useCurrentSpace()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={space && translate('layout.space.current', { name: space.name })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onPointerEnter={SpacePopover.preload}
        onFocus={SpacePopover.preload}
        endIcon={<SelectIcon />}
        sx={{
          justifyContent: 'start',
          minWidth: 0,
          maxWidth: 280,
          height: 40,
          px: 1,
          borderColor: 'divider',
          fontWeight: 500,
          flexShrink: 1,
          width: { sm: 240 },
        }}
      >
        {space && <SpaceAvatar name={space.name} size={24} />}
        <Box
          component="span"
          sx={{
            ml: 1,
            mr: 'auto',
            color: space ? 'text.primary' : 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {space?.name ?? translate(loading ? 'common.loading' : 'layout.space.select')}
        </Box>
      </Button>
      {anchor && (
        <PartFrame onClose={() => setAnchor(null)}>
          <SpacePopover anchor={anchor} onClose={() => setAnchor(null)} />
        </PartFrame>
      )}
    </>
  )
}
