import { Alert } from '@mui/material'
import { ActionAlert } from '../../../../components/page'
import { isMissing } from '../../../../dataProvider/client'
import { useTranslate } from '../../../../i18n/translate'
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
      <ActionAlert
        severity="warning"
        action={translate('connectors.preview.latest')}
        onAction={sample.loadLatest}
      >
        {translate('connectors.preview.messageGone')}
      </ActionAlert>
    )
  if (error)
    return (
      <ActionAlert severity="error" action={translate('common.tryNow')} onAction={retry}>
        {translate('connectors.preview.notLoaded')}
      </ActionAlert>
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
