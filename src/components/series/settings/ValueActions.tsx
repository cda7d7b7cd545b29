import CheckIcon from '@mui/icons-material/Check'
import MoreIcon from '@mui/icons-material/MoreVert'
import PinIcon from '@mui/icons-material/PushPin'
import PinOutlinedIcon from '@mui/icons-material/PushPinOutlined'
import { Box, IconButton, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Device } from '#contract/devices'
import { isPinnedFor } from '#contract/series/shown'
import type { TagRef } from '#contract/tags'
import { lazyPart, PartFrame } from '../../lazyPart'
import { useAlertMe } from '../alertedValue'
import { useTranslate } from '../texts'
import { useMayChange, useSettings } from './useSettings'
import { commonSetting, type Named, settingsOfPath, useActs } from './valueActs'

const SettingDialog = lazyPart(() => import('./SettingDialog'))
const SettingsDialog = lazyPart(() => import('./SettingsDialog'))

type Opened = 'setting' | 'settings' | null

interface ValueActionsProps extends Named {
  /** Tags of the value's device. */
  tags: readonly TagRef[]
  /** Its device, for alert rules about the value. */
  device?: Pick<Device, 'id' | 'name'> | undefined
  isBoolean?: boolean
  /** In a tree row, the button is small and not a tab stop. */
  isInRow?: boolean
}

interface MenuProps extends ValueActionsProps {
  anchor: HTMLElement
  onClose: (opened?: Opened) => void
}

/** Menu of a value's settings: pinned for whom, display, and visibility. */
function ActionMenu({ anchor, onClose, tags, device, isBoolean = false, ...value }: MenuProps) {
  const translate = useTranslate()
  const settings = useSettings().data?.series ?? []
  const acts = useActs(value)
  const alertMe = useAlertMe()
  const common = commonSetting(settings, value.path)
  const own = settingsOfPath(settings, value.path)
  const isShown = own.some(({ path, is_shown }) => path === value.path && is_shown)
  const isHidden = !isShown && own.some(({ is_hidden }) => is_hidden)
  const isItemOfHidden = isHidden && common.is_hidden && common.path !== value.path
  const isForAll = common.is_pinned && common.tags.length === 0
  const pins = [
    { id: '', text: translate('series.pinAll'), isOn: isForAll, act: isForAll ? acts.unpin : acts.pin },
    ...tags.map((tag) => {
      const isOn = common.tags.some(({ id }) => id === tag.id)
      const text = translate('series.pinTag', { tag: tag.name })
      return { id: tag.id, text, isOn, act: () => acts.pinFor(tag, !isOn) }
    }),
  ]
  const choose = (act: () => unknown) => () => {
    onClose()
    act()
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={() => onClose()}
      sx={{ '.MuiMenuItem-root': { whiteSpace: 'normal' } }}
    >
      {alertMe && device && (
        <MenuItem component={Link} to={alertMe({ ...value, device, isBoolean })} divider>
          <ListItemText inset>{translate('series.alertMe')}</ListItemText>
        </MenuItem>
      )}
      {pins.map(({ id, text, isOn, act }) => (
        <MenuItem
          key={id}
          role="menuitemcheckbox"
          aria-checked={isOn}
          // Pinning it for a tag would unpin it for all other devices.
          disabled={isForAll && id !== ''}
          onClick={choose(act)}
        >
          <ListItemIcon>{isOn && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText>{text}</ListItemText>
        </MenuItem>
      ))}
      <MenuItem onClick={() => onClose('setting')}>
        <ListItemText inset>{translate('series.edit')}</ListItemText>
      </MenuItem>
      {isItemOfHidden && (
        <MenuItem onClick={choose(acts.showItem)}>
          <ListItemText inset>{translate('series.showItem')}</ListItemText>
        </MenuItem>
      )}
      <MenuItem onClick={choose(isHidden ? acts.show : acts.hide)}>
        <ListItemText inset>
          {translate(isItemOfHidden ? 'series.showList' : isHidden ? 'series.show' : 'series.hide')}
        </ListItemText>
      </MenuItem>
      <MenuItem divider={false} onClick={() => onClose('settings')}>
        <ListItemText inset>{translate('series.all')}</ListItemText>
      </MenuItem>
    </Menu>
  )
}

/** A button that pins a value, with a menu of its other settings. Nothing without the permission. */
export function ValueActions({ tags, device, isBoolean, isInRow = false, ...value }: ValueActionsProps) {
  const translate = useTranslate()
  const may = useMayChange()
  const { data } = useSettings()
  const acts = useActs(value)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  if (!may || !data) return null
  const name = value.label
  const tagIds = tags.map(({ id }) => id)
  const isPinned = settingsOfPath(data.series, value.path).some((one) => isPinnedFor(one, tagIds))
  // A click would also affect devices with other tags, so the menu shows for which tags it is pinned.
  const isForSome = commonSetting(data.series, value.path).tags.length > 0
  const pin = translate('series.pin', { name })
  const more = translate('series.menu', { name })
  const close = () => setOpened(null)
  const inRow = isInRow ? { tabIndex: -1 } : {}
  const size = isInRow ? { p: '1px', ml: 0.5 } : {}
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexShrink: 0 }}>
      <IconButton
        size="small"
        {...inRow}
        aria-label={pin}
        title={isPinned ? translate('series.unpin', { name }) : pin}
        aria-pressed={isPinned}
        data-on={isPinned || undefined}
        onClick={({ currentTarget }) => {
          if (isForSome) setAnchor(currentTarget)
          else void (isPinned ? acts.unpin() : acts.pin())
        }}
        sx={{ ...size, color: isPinned ? 'primary.main' : 'text.secondary' }}
      >
        {isPinned ? <PinIcon fontSize="inherit" /> : <PinOutlinedIcon fontSize="inherit" />}
      </IconButton>
      <IconButton
        size="small"
        {...inRow}
        aria-label={more}
        title={more}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ ...size, color: 'text.secondary' }}
      >
        <MoreIcon fontSize="inherit" />
      </IconButton>
      {anchor && (
        <ActionMenu
          {...value}
          {...(isBoolean && { isBoolean })}
          device={device}
          tags={tags}
          anchor={anchor}
          onClose={(next = null) => {
            setAnchor(null)
            setOpened(next)
          }}
        />
      )}
      {opened !== null && (
        <PartFrame onClose={close}>
          {opened === 'setting' && <SettingDialog {...value} onClose={close} />}
          {opened === 'settings' && <SettingsDialog onClose={close} />}
        </PartFrame>
      )}
    </Box>
  )
}
