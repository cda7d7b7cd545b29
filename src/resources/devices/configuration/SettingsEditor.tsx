import { Box, Button, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type Configuration, configTemplatesApi } from '#contract/configuration'
import type { Device } from '#contract/devices'
import { keepFocus } from '../../../components/form'
import { lazyPart, PartFrame } from '../../../components/lazyPart'
import { usePermission } from '../../../dataProvider/account'
import { AddSetting } from './AddSetting'
import { type Edit, matches, rowsOf, withSettings, withWish } from './edits'
import { SettingList } from './SettingList'
import { useTranslate } from './texts'

const TemplateDialog = lazyPart(() => import('./TemplateDialog'))
const OtherDeviceDialog = lazyPart(() => import('./OtherDeviceDialog'))

/** Settings that are shown at first; searching finds the others. */
const SHOWN = 100

interface SettingsEditorProps {
  device: Device
  configuration: Configuration
  canWish: boolean
  onDiscard: () => void
}

/** All settings of a device with a search, and inputs for what is wished. */
export function SettingsEditor({ device, configuration, canWish, onDiscard }: SettingsEditorProps) {
  const translate = useTranslate()
  const { field } = useController<{ wishes: Edit[] }, 'wishes'>({ name: 'wishes' })
  const canTakeTemplate = usePermission(configTemplatesApi.list.permission)
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const [taking, setTaking] = useState<'template' | 'device'>()
  const edits = field.value
  const rows = rowsOf(configuration, edits)
  const found = rows.filter((row) => matches(row, text))
  const shown = isWhole ? found : found.slice(0, SHOWN)
  const close = () => setTaking(undefined)
  const take = (settings: Configuration['reported']) => {
    field.onChange(withSettings(edits, configuration, settings))
    close()
  }
  const wish = (name: string, value: string | null) =>
    field.onChange(withWish(edits, configuration, name, value))

  return (
    <Stack sx={{ gap: 2, mt: 3 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {rows.length > 0 && (
          <TextField
            type="search"
            size="small"
            value={text}
            onChange={({ target }) => setText(target.value)}
            placeholder={translate('devices.configuration.search')}
            slotProps={{ htmlInput: { 'aria-label': translate('devices.configuration.search') } }}
            sx={{ flex: '1 1 200px', maxWidth: 360 }}
          />
        )}
        <Typography variant="body2" color="text.secondary" role="status" sx={{ flexGrow: 1 }}>
          {rows.length > 0 && translate('devices.configuration.settings', { smart_count: found.length })}
        </Typography>
        {canWish && canTakeTemplate && (
          <Button onClick={() => setTaking('template')}>
            {translate('devices.configuration.fromTemplate')}
          </Button>
        )}
        {canWish && (
          <Button onClick={() => setTaking('device')}>{translate('devices.configuration.fromDevice')}</Button>
        )}
      </Stack>
      {rows.length > 0 && found.length === 0 && (
        <Typography variant="body2">{translate('devices.configuration.noMatch')}</Typography>
      )}
      {shown.length > 0 && (
        <SettingList rows={shown} state={configuration.state} canWish={canWish} onWish={wish} />
      )}
      {found.length > shown.length && (
        <Box>
          <Button onClick={() => setWhole(true)}>
            {translate('devices.configuration.more', { smart_count: found.length - shown.length })}
          </Button>
        </Box>
      )}
      {canWish && <AddSetting configuration={configuration} onAdd={wish} />}
      {edits.length > 0 && (
        <Stack
          direction="row"
          onMouseDown={keepFocus}
          sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', borderTop: 1, borderColor: 'divider', pt: 2 }}
        >
          <Typography variant="body2" role="status" sx={{ mr: 1 }}>
            {translate('devices.configuration.changes', { smart_count: edits.length })}
          </Typography>
          <Button type="submit" variant="contained">
            {translate('devices.configuration.review')}
          </Button>
          <Button onClick={onDiscard}>{translate('devices.configuration.discard')}</Button>
        </Stack>
      )}
      {taking && (
        <PartFrame onClose={close}>
          {taking === 'template' ? (
            <TemplateDialog device={device} onTake={take} onClose={close} />
          ) : (
            <OtherDeviceDialog device={device} configuration={configuration} onTake={take} onClose={close} />
          )}
        </PartFrame>
      )}
    </Stack>
  )
}
