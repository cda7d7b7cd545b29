import DeleteIcon from '@mui/icons-material/DeleteOutline'
import EditIcon from '@mui/icons-material/EditOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import { Box, Button, DialogActions, DialogContent, IconButton, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import type { SeriesChange, SeriesSetting } from '#contract/series/settings'
import { plainSetting } from '#contract/series/shown'
import { TaskDialog } from '../../dialog/TaskDialog'
import { Loaded, TagChips } from '../../page'
import { useTranslate } from '../texts'
import SettingDialog from './SettingDialog'
import { useChangeSettings, useMayChange, useSettings } from './useSettings'

interface RowButtonProps {
  label: string
  icon: ReactNode
  disabled?: boolean
  onClick: () => void
}

const RowButton = ({ label, icon, ...props }: RowButtonProps) => (
  <IconButton size="small" aria-label={label} title={label} {...props}>
    {icon}
  </IconButton>
)

/** A setting in words: its value, its display, and the devices on which it is pinned. */
function useWords() {
  const translate = useTranslate()
  return ({ label, path, unit, decimals, is_hidden, is_shown, is_pinned, tags }: SeriesSetting): string =>
    [
      ...(label === null ? [] : [path]),
      ...(unit === null
        ? []
        : [unit === '' ? translate('series.list.withoutUnit') : translate('series.list.unit', { unit })]),
      ...(decimals === null ? [] : [translate('series.list.decimals', { smart_count: decimals })]),
      ...(is_hidden ? [translate('series.list.hidden')] : []),
      ...(is_shown ? [translate('series.list.shown')] : []),
      ...(is_pinned && tags.length === 0 ? [translate('series.list.forAll')] : []),
    ].join(' · ')
}

const nameOf = ({ label, path }: SeriesSetting) => label ?? path

interface RowProps {
  setting: SeriesSetting
  children: ReactNode
}

function Row({ setting, children }: RowProps) {
  const wordsOf = useWords()
  const { tags } = setting
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {nameOf(setting)}
        </Typography>
        <Typography variant="caption" color="text.secondary" component="p">
          {wordsOf(setting)}
        </Typography>
        {tags.length > 0 && <TagChips tags={tags} />}
      </Box>
      <Box sx={{ display: 'flex', flexShrink: 0 }}>{children}</Box>
    </Box>
  )
}

/** Removes the settings of a value. */
const removal = ({ path }: SeriesSetting): SeriesChange => {
  const { place: _, tags: __, ...plain } = plainSetting(path)
  return { ...plain, tags: [] }
}

/** Moves a value up or down among those that are pinned now, by changing places. */
export function moved(settings: readonly SeriesSetting[], path: string, by: 1 | -1): SeriesChange[] {
  const paths = settings.filter(({ is_pinned }) => is_pinned).map((one) => one.path)
  const [from, to] = [paths.indexOf(path), paths.indexOf(path) + by]
  const other = paths[to]
  if (from < 0 || other === undefined) return []
  paths[to] = path
  paths[from] = other
  return paths
    .map((one, i) => ({ path: one, place: i + 1 }))
    .filter(({ path: one, place }) => settings.find((it) => it.path === one)?.place !== place)
}

function Settings({ series }: { series: readonly SeriesSetting[] }) {
  const translate = useTranslate()
  const change = useChangeSettings()
  const may = useMayChange()
  const [edited, setEdited] = useState<SeriesSetting | null>(null)
  const pinned = series.filter(({ is_pinned }) => is_pinned)
  const others = series.filter(({ is_pinned }) => !is_pinned)
  if (series.length === 0) return <Typography>{translate('series.list.empty')}</Typography>

  const move = (setting: SeriesSetting, by: 1 | -1) =>
    void change({
      of: (settings) => moved(settings, setting.path, by),
      done: translate('series.done.moved', { name: nameOf(setting) }),
    })
  const buttons = (setting: SeriesSetting) => {
    const name = nameOf(setting)
    return (
      <>
        <RowButton
          label={translate('series.list.change', { name })}
          icon={<EditIcon fontSize="small" />}
          onClick={() => setEdited(setting)}
        />
        <RowButton
          label={translate('series.list.remove', { name })}
          icon={<DeleteIcon fontSize="small" />}
          onClick={() =>
            void change({
              of: () => [removal(setting)],
              done: translate('series.done.removed', { name: setting.path }),
            })
          }
        />
      </>
    )
  }
  const list = { m: 0, p: 0, listStyle: 'none' } as const
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {translate('series.list.help')}
      </Typography>
      <Typography component="h3" variant="subtitle2">
        {translate('series.list.pinned')}
      </Typography>
      {pinned.length === 0 && <Typography variant="body2">{translate('series.list.noPins')}</Typography>}
      <Box component="ol" sx={list}>
        {pinned.map((setting, i) => (
          <Row key={setting.path} setting={setting}>
            {may && (
              <>
                <RowButton
                  label={translate('series.list.up', { name: nameOf(setting) })}
                  icon={<UpIcon fontSize="small" />}
                  disabled={i === 0}
                  onClick={() => move(setting, -1)}
                />
                <RowButton
                  label={translate('series.list.down', { name: nameOf(setting) })}
                  icon={<DownIcon fontSize="small" />}
                  disabled={i === pinned.length - 1}
                  onClick={() => move(setting, 1)}
                />
                {buttons(setting)}
              </>
            )}
          </Row>
        ))}
      </Box>
      {others.length > 0 && (
        <Typography component="h3" variant="subtitle2" sx={{ mt: 3 }}>
          {translate('series.list.others')}
        </Typography>
      )}
      <Box component="ul" sx={list}>
        {others.map((setting) => (
          <Row key={setting.path} setting={setting}>
            {may && buttons(setting)}
          </Row>
        ))}
      </Box>
      {edited && <SettingDialog path={edited.path} label={nameOf(edited)} onClose={() => setEdited(null)} />}
    </>
  )
}

/** The pinned, named and hidden values of the space. They can be reordered and removed. */
export function SettingsList() {
  const query = useSettings()
  return <Loaded query={query}>{({ series }) => <Settings series={series} />}</Loaded>
}

/** The same list in a dialog. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  return (
    <TaskDialog title={translate('series.list.title')} onClose={onClose}>
      <DialogContent>
        <SettingsList />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('common.close')}</Button>
      </DialogActions>
    </TaskDialog>
  )
}
