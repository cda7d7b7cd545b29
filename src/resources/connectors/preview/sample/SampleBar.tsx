import { Box, Button, FormControlLabel, Link, Switch, TextField } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { MESSAGE_TYPES } from '#contract/messages'
import { TimeText } from '../../../../components/page'
import { useSpaceId } from '../../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../../i18n/translate'
import { usePreview } from '../PreviewContext'
import { DeviceSelect } from './DeviceSelect'
import type { Sample } from './useSample'

/** Chooses what kind of message of which device the code is tried on, and says which message that is. */
export function SampleBar({ sample }: { sample: Sample }) {
  const translate = useTranslate()
  const spaceId = useSpaceId()
  const { change } = usePreview()
  const { type, message } = sample
  const choose = (text: string) => {
    const chosen = MESSAGE_TYPES.find((known) => known === text)
    if (chosen) sample.chooseType(chosen)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2 }}>
        <TextField
          select
          label={translate('connectors.preview.type')}
          value={type}
          onChange={({ target }) => choose(target.value)}
          slotProps={{ select: { native: true } }}
          sx={{ flex: { xs: '1 1 100%', sm: '0 0 180px' } }}
        >
          {MESSAGE_TYPES.map((id) => (
            <option key={id} value={id}>
              {translate(`messages.types.${id}`)}
            </option>
          ))}
        </TextField>
        <DeviceSelect sample={sample} />
        {sample.offersAnyDevice && (
          <FormControlLabel
            sx={{ alignSelf: 'center' }}
            label={translate('connectors.preview.anyDevice')}
            control={
              <Switch
                checked={sample.scope.anyDevice}
                onChange={(_event, anyDevice) => change({ anyDevice })}
              />
            }
          />
        )}
      </Box>
      {sample.device && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 32 }}>
          {message && (
            <span>
              <Link component={RouterLink} to={`/space/${spaceId}/messages/${message.id}`}>
                {translate(`connectors.preview.message.${message.direction}`, {
                  type: translate(`messages.types.${message.type}`),
                })}
              </Link>
              {', '}
              <TimeText value={message.created_at} relative />
            </span>
          )}
          <Button size="small" onClick={sample.loadLatest}>
            {translate('connectors.preview.latest')}
          </Button>
        </Box>
      )}
    </>
  )
}
