import { Box, styled } from '@mui/material'
import { ActionAlert } from '../../../components/page'
import { NativeSelect } from '../../../components/table/inputs'
import { useTranslate } from './texts'
import type { useCamera } from './useCamera'

const Video = styled('video')(({ theme }) => ({
  display: 'block',
  width: '100%',
  aspectRatio: '4 / 3',
  maxHeight: '50dvh',
  objectFit: 'cover',
  backgroundColor: '#000',
  borderRadius: theme.shape.borderRadius,
}))

const Over = styled('p')({
  position: 'absolute',
  inset: 0,
  margin: 'auto',
  width: 'fit-content',
  height: 'fit-content',
  color: '#fff',
})

/** Picture of the camera and a choice of cameras, or the reason why there is none. */
export function CameraView({ video, state, cameras, current, choose, retry }: ReturnType<typeof useCamera>) {
  const translate = useTranslate()
  const isOff = state.status === 'off'
  const options = cameras.map(({ deviceId, label }, index) => ({
    value: deviceId,
    // The browser may hide the name.
    text: label || translate('devices.scan.cameraNumber', { number: index + 1 }),
  }))
  return (
    <>
      {isOff && (
        <ActionAlert severity="warning" action={translate('devices.scan.retry')} onAction={retry}>
          {translate(`devices.scan.problems.${state.problem}`)}
        </ActionAlert>
      )}
      <Box sx={{ position: 'relative', display: isOff ? 'none' : 'block' }}>
        <Video ref={video} autoPlay muted playsInline aria-label={translate('devices.scan.video')} />
        {state.status === 'starting' && <Over role="status">{translate('devices.scan.starting')}</Over>}
      </Box>
      {!isOff && options.length > 1 && (
        <NativeSelect
          label={translate('devices.scan.camera')}
          value={current ?? ''}
          options={options}
          onChange={choose}
        />
      )}
    </>
  )
}
