import { useState } from 'react'
import { type Interrupted, InterruptedNotice, useInterrupted } from '../../../components/bulk/interrupted'
import { useSpaceport } from '../../../dataProvider/queries'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { DeviceRunDialog, useDeviceRun, useRunTitle } from './DeviceRunDialog'
import { deviceBulkKind } from './kind'
import { type DevicePlan, deviceJob, devicePlanSchema } from './work'

/** Offers an interrupted bulk change of the space's devices, and continues it. */
export default function InterruptedDevices() {
  const titleOf = useRunTitle()
  const dataProvider = useSpaceport()
  const { found, discard } = useInterrupted(deviceBulkKind(useSpaceId()), devicePlanSchema)
  const [current, setCurrent] = useState<Interrupted<DevicePlan> | null>(null)
  const run = useDeviceRun()

  const resume = (interrupted: Interrupted<DevicePlan>) => {
    setCurrent(interrupted)
    void run.resume(interrupted, deviceJob(dataProvider, interrupted.plan))
  }
  const title = ({ plan, journal }: Interrupted<DevicePlan>) => titleOf(plan.kind, journal.ids.length)

  if (current && run.state !== 'idle')
    return (
      <DeviceRunDialog run={run} title={title(current)} names={current.journal.names} onClose={run.reset} />
    )
  return (
    found && (
      <InterruptedNotice
        journal={found.journal}
        title={title(found)}
        onResume={() => resume(found)}
        onDiscard={discard}
      />
    )
  )
}
