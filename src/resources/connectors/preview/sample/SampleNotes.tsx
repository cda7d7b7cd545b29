import { Alert, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { isMissing } from '../../../../dataProvider/client'
import { usePreview } from '../PreviewContext'
import { usePinnedMessage } from './usePinnedMessage'
import type { Sample } from './useSample'

/** What there is to say of the sample: that there is none, and why; that it would not trigger the connector. */
export function SampleNotes({ sample }: { sample: Sample }) {
  const translate = useTranslate()
  const { choice } = usePreview()
  const { pinnedId } = usePinnedMessage()
  const { error, retry, isLoading, devices, device, mismatch, type } = sample

  if (error && pinnedId !== null && isMissing(error))
    return (
      <Alert
        severity="warning"
        action={
          <Button color="inherit" size="small" onClick={sample.loadLatest}>
            {translate('connectors.preview.latest')}
          </Button>
        }
      >
        {translate('connectors.preview.messageGone')}
      </Alert>
    )
  if (error)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={retry}>
            {translate('common.tryNow')}
          </Button>
        }
      >
        {translate('connectors.preview.notLoaded')}
      </Alert>
    )
  if (isLoading) return null
  if (!device && devices.length === 0)
    return (
      <Alert severity="info">
        {translate(`connectors.preview.${choice.anyDevice ? 'noDevices' : 'noSharedTag'}`)}
      </Alert>
    )
  if (sample.isMissing)
    return (
      <Alert severity="info">
        {translate('connectors.preview.noMessage', { type: translate(`messages.types.${type}`) })}
      </Alert>
    )
  return mismatch && <Alert severity="info">{translate(`connectors.preview.mismatch.${mismatch}`)}</Alert>
}
