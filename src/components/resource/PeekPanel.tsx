import CloseIcon from '@mui/icons-material/Close'
import PreviousIcon from '@mui/icons-material/ExpandLess'
import NextIcon from '@mui/icons-material/ExpandMore'
import OpenIcon from '@mui/icons-material/OpenInFull'
import { Box, Dialog, GlobalStyles, IconButton, styled, useMediaQuery } from '@mui/material'
import { Suspense } from 'react'
import { useListContext } from 'react-admin'
import { Link } from 'react-router-dom'
import { PHONE_QUERY, TOP_BAR_HEIGHT } from '../../theme/theme'
import { usePeekMode } from '../address/addressMode'
import { Waiting } from '../lazyPart'
import { PeekContext } from '../page/peek'
import { keyOf } from '../shortcuts/shortcuts'
import { useShortcutKeys, useShortcutOf } from '../shortcuts/useShortcut'
import { useTranslate } from '../walk/texts'
import { useDefinition, useResourceAddresses } from './definition'

const Panel = styled('section')(({ theme }) => ({
  position: 'sticky',
  top: TOP_BAR_HEIGHT + 16,
  alignSelf: 'flex-start',
  boxSizing: 'border-box',
  flex: 'none',
  width: 'clamp(340px, 36%, 520px)',
  maxHeight: `calc(100dvh - ${TOP_BAR_HEIGHT + 32}px - var(--banner-height, 0px))`,
  overflowY: 'auto',
  padding: theme.spacing(0, 2),
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  backgroundColor: theme.palette.background.paper,
  [theme.breakpoints.up('md')]: { position: 'static', maxHeight: 'none', alignSelf: 'stretch' },
}))

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.fab,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  margin: theme.spacing(0, -1, 1),
  paddingBlock: theme.spacing(1),
  backgroundColor: theme.palette.background.paper,
}))

/** Another record begins at its top. */
const showFromTop = (content: HTMLElement | null) => {
  content?.closest('section')?.scrollTo(0, 0)
}

/**
 * Shows the page of a row's record beside the list, or over it on a phone: its header, its first tab and its edit mode.
 * Rules, "Going through a list".
 */
export default function PeekPanel() {
  const translate = useTranslate()
  const shortcutOf = useShortcutOf()
  const isPhone = useMediaQuery(PHONE_QUERY, { noSsr: true })
  const { peeked, movePeek, stopPeeking } = usePeekMode()
  const { show: Show, edit: Page = Show } = useDefinition()
  const { record } = useResourceAddresses()
  const { data = [] } = useListContext()
  const at = data.findIndex(({ id }) => String(id) === peeked)
  const neighbour = (step: 1 | -1) => (at < 0 ? undefined : data[at + step])
  const move = (step: 1 | -1) => {
    const row = neighbour(step)
    if (row) movePeek(String(row.id))
    return row !== undefined
  }
  // Beside the list, its rows handle the keys.
  useShortcutKeys(
    (key) => isPhone && ((key === keyOf('nextRow') && move(1)) || (key === keyOf('previousRow') && move(-1))),
    true,
  )
  if (peeked === null || !Page) return null
  const bar = (
    <Bar>
      <IconButton
        size="small"
        aria-label={translate('walk.previous')}
        title={translate('walk.previous')}
        disabled={!neighbour(-1)}
        onClick={() => move(-1)}
      >
        <PreviousIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={translate('walk.next')}
        title={translate('walk.next')}
        disabled={!neighbour(1)}
        onClick={() => move(1)}
      >
        <NextIcon fontSize="small" />
      </IconButton>
      <Box sx={{ flex: 1 }} />
      <IconButton
        component={Link}
        to={record(peeked)}
        size="small"
        aria-label={translate('walk.open')}
        title={translate('walk.open')}
      >
        <OpenIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={translate('walk.close')}
        {...shortcutOf('leave', translate('walk.close'))}
        onClick={stopPeeking}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Bar>
  )
  const content = (
    <PeekContext value={peeked}>
      {bar}
      <Suspense fallback={<Waiting />}>
        <div key={peeked} ref={showFromTop}>
          <Page />
        </div>
      </Suspense>
    </PeekContext>
  )
  if (isPhone)
    return (
      <Dialog open fullScreen onClose={stopPeeking} aria-label={translate('walk.panel')}>
        <Box sx={{ px: 2, pb: 2, overflowY: 'auto' }}>{content}</Box>
      </Dialog>
    )
  return (
    <Panel aria-label={translate('walk.panel')} className="no-print">
      <GlobalStyles
        styles={({ palette }) => ({
          [`[data-row=${JSON.stringify(peeked)}]`]: { boxShadow: `inset 3px 0 ${palette.primary.main}` },
          [`tbody[data-row=${JSON.stringify(peeked)}] > tr:first-of-type`]: {
            '--row': `color-mix(in srgb, ${palette.primary.main} 12%, ${palette.background.paper}) !important`,
          },
        })}
      />
      {content}
    </Panel>
  )
}
