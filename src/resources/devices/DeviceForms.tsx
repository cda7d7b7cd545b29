import { Stack } from '@mui/material'
import { Suspense } from 'react'
import { deviceCreateSchema, deviceInputSchema, type DeviceCreate as NewDevice } from '#contract/devices'
import { handoverApi } from '#contract/devices/handover'
import { lazyPart } from '../../components/lazyPart'
import { FormInputs, ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { useCapability } from '../../config'
import { deviceFields } from './fields'
import { ScanButton } from './scan/ScanButton'

const MoveSection = lazyPart(() => import('./move/MoveSection'))

/** Edit mode of a device, and its move to another space. Spec 2, sections 2 and 7. */
export function DeviceEdit() {
  const canMove = useCapability(handoverApi.move.capability)
  return (
    <>
      <ResourceEdit fields={deviceFields} schema={deviceInputSchema} />
      <Suspense>{canMove && <MoveSection />}</Suspense>
    </>
  )
}

/** What POST sends: no `label` when there is none. Spec 2, section 7. */
const withoutEmptyLabel = ({ label, ...rest }: NewDevice) =>
  Object.keys(label).length > 0 ? { ...rest, label } : rest

/** Dialog that claims a device for the space; then the new device opens. Spec 2, sections 2 and 4. */
export function DeviceCreate(props: CreateDialogProps) {
  return (
    <ResourceCreate
      {...props}
      fields={deviceFields}
      schema={deviceCreateSchema}
      transform={withoutEmptyLabel}
    >
      <Stack sx={{ gap: 2 }}>
        <ScanButton />
        <FormInputs
          fields={deviceFields}
          schema={deviceCreateSchema}
          first={['name', 'serial_number', 'token']}
        />
      </Stack>
    </ResourceCreate>
  )
}
