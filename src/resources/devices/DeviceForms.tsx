import { Stack } from '@mui/material'
import { Suspense } from 'react'
import {
  type Device,
  type DeviceInput,
  deviceEntity,
  type DeviceCreate as NewDevice,
} from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { lazyPart } from '../../components/lazyPart'
import { FormInputs } from '../../components/resource/FormInputs'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { useIsRestricted } from '../../dataProvider/account'
import { deviceFields } from './fields'
import { ScanButton } from './scan/ScanButton'

const MoveSection = lazyPart(() => import('./move/MoveSection'))

/**
 * Sends an external id only if the device has or had one: the calls of the specification have none. Rules, "Devices".
 */
const withExternalId = <Input extends Pick<DeviceInput, 'external_id'>>(
  { external_id, ...rest }: Input,
  { previousData }: { previousData?: Device } = {},
) => (external_id || previousData?.external_id ? { ...rest, external_id } : rest)

/** Edit mode of a device, and a section to move it to another space. Rules, "Devices". */
export function DeviceEdit() {
  const isRestricted = useIsRestricted()
  const canMove = useCapability(handoverApi.move.capability) && !isRestricted
  return (
    <>
      <ResourceEdit fields={deviceFields} schema={deviceEntity.input} transform={withExternalId} />
      <Suspense>{canMove && <MoveSection />}</Suspense>
    </>
  )
}

/** Input of POST: it omits an empty `label`. Rules, "Devices". */
export const toCreation = ({ label, ...rest }: NewDevice) =>
  withExternalId(Object.keys(label).length > 0 ? { ...rest, label } : rest)

/** Dialog that claims a device for the space; then the device opens. Rules, "Devices". */
export function DeviceCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate
      {...props}
      canRepeat
      fields={deviceFields}
      schema={deviceEntity.create}
      transform={toCreation}
    >
      <Stack sx={{ gap: 2 }}>
        <ScanButton />
        <FormInputs
          fields={deviceFields}
          schema={deviceEntity.create}
          first={['name', 'serial_number', 'token']}
        />
      </Stack>
    </ResourceCreate>
  )
}
