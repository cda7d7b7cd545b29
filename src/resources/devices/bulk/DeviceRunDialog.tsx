import type { ComponentProps } from 'react'
import { devicesApi } from '#contract/devices'
import { RunDialog } from '../../../components/bulk/RunDialog'
import { type BulkRun, useBulkRun } from '../../../components/bulk/useBulkRun'
import { useForget } from '../../../components/resource/refresh'
import { useAnswers } from '../../../dataProvider/answers'
import { useTranslate } from '../texts'
import type { BulkKind } from './work'

/** A bulk run over devices of the space; it reloads the lists at its end. */
export function useDeviceRun({ limit, onEnd }: { limit?: number; onEnd: () => void }): BulkRun {
  const { invalidate } = useAnswers()
  const forget = useForget()
  const onFinished = () => {
    forget()
    void invalidate(devicesApi.get)
    onEnd()
  }
  return useBulkRun({ limit, onFinished })
}

/** Title of a run, with its number of devices. */
export function useRunTitle() {
  const translate = useTranslate()
  return (kind: BulkKind, count: number) =>
    translate(kind === 'delete' ? 'devices.bulk.deleteSubmit' : `devices.bulk.${kind}Title`, {
      smart_count: count,
    })
}

/** A bulk run over devices: the confirmation, its progress, and the result of each device. */
export function DeviceRunDialog(
  props: Omit<ComponentProps<typeof RunDialog>, 'label' | 'file' | 'retryLabel'>,
) {
  const translate = useTranslate()
  return (
    <RunDialog
      {...props}
      label={translate('devices.bulk.results')}
      file="devices-results"
      retryLabel={(count) => translate('devices.bulk.retry', count)}
    />
  )
}
