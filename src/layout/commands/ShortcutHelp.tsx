import { Box, Button, DialogActions, DialogContent, styled, Typography } from '@mui/material'
import { Link, useLocation } from 'react-router-dom'
import { addresses } from '../../addresses'
import { TaskDialog } from '../../components/dialog/TaskDialog'
import { SHORTCUTS, shownKey } from '../../components/shortcuts/shortcuts'
import { msg as shortcutsMsg } from '../../components/shortcuts/texts'
import { useTranslate } from '../../i18n/translate'
import { usePreferences } from '../../preferences'
import { areaOf } from '../areas'
import { msg as paletteMsg } from '../palette/texts'

const List = styled('dl')(({ theme }) => ({
  ...theme.typography.body2,
  margin: theme.spacing(0.5, 0, 2),
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
    padding: theme.spacing(0.5, 0),
  },
  dd: { margin: 0, display: 'flex', gap: 4, whiteSpace: 'nowrap' },
  kbd: {
    ...theme.typography.body2,
    minWidth: 24,
    padding: '0 6px',
    textAlign: 'center',
    borderRadius: 4,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.default,
  },
}))

interface KeyListProps {
  title: string
  rows: readonly { label: string; keys: readonly string[] }[]
}

function KeyList({ title, rows }: KeyListProps) {
  return (
    <Box component="section">
      <Typography variant="h3" component="h3">
        {title}
      </Typography>
      <List>
        {rows.map(({ label, keys }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{shownKey(key)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </List>
    </Box>
  )
}

/** The title of a section that has a key. */
function useSectionTitle() {
  const translate = useTranslate()
  return (name: (typeof SHORTCUTS)['go' | 'admin'][number]['name']) =>
    name === 'overview' || name === 'spaceInfo'
      ? translate(`layout.menu.${name}`)
      : translate(`layout.titles.${name}`)
}

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const { shortcuts } = usePreferences()
  const sectionTitle = useSectionTitle()
  const isAdmin = areaOf(useLocation().pathname) === 'admin'
  const groups = (['general', 'page', 'rows'] as const).map((group) => ({
    title: translate(shortcutsMsg(`shortcuts.${group}`)),
    rows: SHORTCUTS[group].map(({ name, keys }) => ({
      keys,
      label: translate(shortcutsMsg(`shortcuts.${name}`)),
    })),
  }))
  const sections = SHORTCUTS[isAdmin ? 'admin' : 'go'].map(({ name, keys }) => ({
    keys,
    label: sectionTitle(name),
  }))
  return (
    <TaskDialog title={translate(shortcutsMsg('shortcuts.title'))} onClose={onClose}>
      <DialogContent dividers tabIndex={0}>
        {!shortcuts && <Typography sx={{ mb: 2 }}>{translate(shortcutsMsg('shortcuts.off'))}</Typography>}
        {groups.map((group) => (
          <KeyList key={group.title} {...group} />
        ))}
        <KeyList title={translate(paletteMsg('palette.go'))} rows={sections} />
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={`${addresses.profile}?tab=settings`} color="inherit" onClick={onClose}>
          {translate(paletteMsg('palette.settings'))}
        </Button>
        <Button onClick={onClose}>{translate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
