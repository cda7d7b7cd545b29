import {
  Box,
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  FormControlLabel,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useState } from 'react'
import { type Configuration, configurationApi, type Setting } from '#contract/configuration'
import type { Device } from '#contract/devices'
import { DeviceSelect } from '../../../components/devices/DeviceSelect'
import { TaskDialog } from '../../../components/dialog/TaskDialog'
import { MONOSPACE } from '../../../components/json/PlainText'
import { Loaded } from '../../../components/page'
import { useAnswer } from '../../../dataProvider/answers'
import { useTranslate as useCommon } from '../../../i18n/translate'
import { useTranslate } from './texts'

const SMALL = { fontFamily: MONOSPACE, fontSize: '0.8125rem', overflowWrap: 'anywhere' } as const

interface ChoiceProps {
  settings: readonly Setting[]
  own: ReadonlyMap<string, string>
  chosen: ReadonlySet<string>
  onChoose: (names: ReadonlySet<string>) => void
}

/** The settings of the other device, to tick; those that this one has as well are named. */
function SettingChoice({ settings, own, chosen, onChoose }: ChoiceProps) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = settings.filter((one) => `${one.name} ${one.value}`.toLowerCase().includes(wanted))
  const toggle = (names: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const name of names)
      if (isChosen) next.add(name)
      else next.delete(name)
    onChoose(next)
  }
  const isAll = shown.length > 0 && shown.every(({ name }) => chosen.has(name))
  const names = shown.map(({ name }) => name)
  return (
    <Stack sx={{ gap: 1 }}>
      <TextField
        type="search"
        size="small"
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={translate('devices.configuration.search')}
        slotProps={{ htmlInput: { 'aria-label': translate('devices.configuration.search') } }}
      />
      {shown.length === 0 ? (
        <Typography variant="body2">{translate('devices.configuration.noMatch')}</Typography>
      ) : (
        <FormControlLabel
          control={
            <Checkbox
              checked={isAll}
              indeterminate={!isAll && names.some((name) => chosen.has(name))}
              onChange={(_event, isChosen) => toggle(names, isChosen)}
            />
          }
          label={translate('devices.configuration.device.all')}
        />
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 320, overflow: 'auto' }}>
        {shown.map(({ name, value }) => (
          <li key={name}>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={chosen.has(name)}
                  onChange={(_event, isChosen) => toggle([name], isChosen)}
                />
              }
              slotProps={{ typography: { sx: SMALL } }}
              label={
                <>
                  {name} <strong>{value}</strong>
                  {own.get(name) === value && (
                    <span>{` (${translate('devices.configuration.device.same')})`}</span>
                  )}
                </>
              }
            />
          </li>
        ))}
      </Box>
    </Stack>
  )
}

interface OtherDeviceDialogProps {
  device: Device
  configuration: Configuration
  onTake: (settings: Setting[]) => void
  onClose: () => void
}

const NO_ID = ''

/** Takes settings that another device has reported as wishes; nothing is sent yet. */
export default function OtherDeviceDialog({
  device,
  configuration,
  onTake,
  onClose,
}: OtherDeviceDialogProps) {
  const translate = useTranslate()
  const common = useCommon()
  const [other, setOther] = useState<Device | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>()
  const query = useAnswer(configurationApi.read, {
    params: { deviceId: other?.id ?? NO_ID },
    enabled: other !== null,
  })
  const own = new Map(configuration.reported.map(({ name, value }) => [name, value]))
  const settings = (other && query.data?.reported) || []
  // Whatever differs is chosen at first.
  const chosen =
    ticked ?? new Set(settings.flatMap(({ name, value }) => (own.get(name) === value ? [] : name)))
  const taken = settings.filter(({ name }) => chosen.has(name))
  return (
    <TaskDialog title={translate('devices.configuration.device.title')} onClose={onClose}>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <DeviceSelect
            label={translate('devices.configuration.device.label')}
            value={other}
            onChange={(found) => {
              setOther(found.id === device.id ? null : found)
              setTicked(undefined)
            }}
          />
          {other && (
            <Loaded query={query}>
              {({ reported }) =>
                reported.length === 0 ? (
                  <Typography>{translate('devices.configuration.device.none')}</Typography>
                ) : (
                  <SettingChoice settings={reported} own={own} chosen={chosen} onChoose={setTicked} />
                )
              }
            </Loaded>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('page.cancel')}</Button>
        <Button variant="contained" disabled={taken.length === 0} onClick={() => onTake(taken)}>
          {translate('devices.configuration.device.submit', { smart_count: taken.length })}
        </Button>
      </DialogActions>
    </TaskDialog>
  )
}
