import { Box, Chip, ToggleButton, Typography } from '@mui/material'
import { useId } from 'react'
import type { Device } from '#contract/devices'
import { DeviceSelect } from '../../../components/devices/DeviceSelect'
import { Swatch } from '../../../components/value/TagChips'
import type { Owner } from './chart/lines'
import { type Comparison, DEVICES_MAX, EARLIER } from './compare'
import { Choices } from './RangeBar'
import { useTranslate } from './texts'

const DEVICES = { kind: 'devices', ids: [] } as const

interface CompareBarProps {
  device: Device
  comparison: Comparison
  /** The other devices in the chart. */
  others: readonly Owner[]
  onChange: (next: (latest: Comparison) => Comparison) => void
}

/** Chooses the devices to compare with, one by one. */
function ChosenDevices({
  device,
  others,
  ids,
  onChange,
}: Omit<CompareBarProps, 'comparison'> & { ids: readonly string[] }) {
  const translate = useTranslate()
  const set = (next: (latest: readonly string[]) => string[]) =>
    onChange((latest) => ({ kind: 'devices', ids: next(latest.kind === 'devices' ? latest.ids : []) }))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1 }}>
      {ids.length < DEVICES_MAX - 1 && (
        <DeviceSelect
          // Empties it for the next device.
          key={ids.length}
          label={translate('devices.history.with.add')}
          value={null}
          onChange={({ id }) => id !== device.id && set((latest) => [...new Set([...latest, id])])}
          isFilter
        />
      )}
      {others.map(({ deviceId, name }) => (
        <Chip
          key={deviceId}
          label={name}
          onDelete={() => set((latest) => latest.filter((id) => id !== deviceId))}
          aria-label={translate('devices.history.with.remove', { name: name ?? '' })}
        />
      ))}
    </Box>
  )
}

/** Chooses the comparison: an earlier time, devices with a tag, or chosen ones. */
export function CompareBar({ device, comparison, others, onChange }: CompareBarProps) {
  const translate = useTranslate()
  const labelId = useId()
  const choices = new Map<string, Comparison>([
    ...EARLIER.map((earlier) => [earlier, { kind: 'earlier', earlier }] as const),
    ...device.tags.map(({ id }) => [id, { kind: 'tag', tagId: id }] as const),
    ['devices', DEVICES],
  ])
  const chosen = {
    nothing: () => null,
    earlier: () => comparison.kind === 'earlier' && comparison.earlier,
    tag: () => comparison.kind === 'tag' && comparison.tagId,
    devices: () => 'devices',
  }[comparison.kind]()
  return (
    <Box className="no-print" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography id={labelId} variant="body2" color="text.secondary">
          {translate('devices.history.with.title')}
        </Typography>
        <Choices
          exclusive
          size="small"
          value={chosen}
          onChange={(_event, next: string | null) =>
            onChange(() => choices.get(next ?? '') ?? { kind: 'nothing' })
          }
          aria-labelledby={labelId}
        >
          {EARLIER.map((earlier) => (
            <ToggleButton key={earlier} value={earlier}>
              {translate(`devices.history.with.${earlier}`)}
            </ToggleButton>
          ))}
          {device.tags.map(({ id, name, color }) => (
            <ToggleButton key={id} value={id}>
              <Swatch color={color} />
              <span>{translate('devices.history.with.tag', { name })}</span>
            </ToggleButton>
          ))}
          <ToggleButton value="devices">{translate('devices.history.with.devices')}</ToggleButton>
        </Choices>
      </Box>
      {comparison.kind === 'devices' && (
        <ChosenDevices {...{ device, others, onChange }} ids={comparison.ids} />
      )}
    </Box>
  )
}
