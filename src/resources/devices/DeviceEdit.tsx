import { Suspense } from 'react'
import type { Device } from '#contract/devices'
import { lazyPart, Waiting } from '../../components/lazyPart'

const DeviceEditForm = lazyPart(() => import('./DeviceEditForm'))

/** Edit mode of a device; its form loads when it is needed. */
export function DeviceEdit({ device }: { device: Device }) {
  return (
    <Suspense fallback={<Waiting />}>
      <DeviceEditForm device={device} />
    </Suspense>
  )
}
