import { Box, Button, Stack, Typography } from '@mui/material'
import { useLocale } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import type { Key } from '#contract/keys'
import { PermissionTree } from './PermissionTree'
import { useTranslate } from './texts'
import { inOrder, PRESETS, withPreset } from './tree'
import { describePermissions } from './words'

/** Permissions of a key, in words. */
export function PermissionText({ granted }: { granted: Pick<Key, 'permissions' | 'tags'> }) {
  return describePermissions(granted, useTranslate(), useLocale())
}

type Values = Pick<Key, 'permissions' | 'tags'>

const PRESET_NAMES = ['readEverything', 'readMessages', 'sendDownlinks', 'manageDevices'] as const

/** The form's `permissions` field: presets, the tree, and their meaning with the form's tags. */
export default function PermissionsInput() {
  const translate = useTranslate()
  const { value, onChange } = useController<Values, 'permissions'>({ name: 'permissions' }).field
  const tags = useWatch<Values, 'tags'>({ name: 'tags' })
  const granted = inOrder(value)
  const title = translate('access.label')
  return (
    <Stack component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, gap: 1.5 }}>
      <Typography component="legend" variant="subtitle2" sx={{ p: 0, mb: 1.5 }}>
        {title}
      </Typography>
      <Box
        role="group"
        aria-label={translate('access.permissions.presets')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {PRESET_NAMES.map((name) => {
          const preset = withPreset(PRESETS[name], granted)
          const isChosen = preset.join() === granted.join()
          return (
            <Button
              key={name}
              size="small"
              variant={isChosen ? 'contained' : 'outlined'}
              aria-pressed={isChosen}
              onClick={() => onChange(preset)}
            >
              {translate(`access.permissions.preset.${name}`)}
            </Button>
          )
        })}
      </Box>
      <Typography component="output" variant="body2" sx={{ display: 'block' }}>
        <PermissionText granted={{ permissions: granted, tags }} />
      </Typography>
      <div>
        <PermissionTree label={title} granted={granted} onChange={onChange} />
      </div>
    </Stack>
  )
}
