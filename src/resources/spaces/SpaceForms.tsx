import { type RaRecord, useRecordContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { v7 as newId } from 'uuid'
import { LIST_LIMIT } from '#contract/common'
import { devicesApi } from '#contract/devices'
import { type Space, type SpaceInput, spaceEntity } from '#contract/spaces'
import { usersApi } from '#contract/users'
import { spaceAddresses } from '../../addresses'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import type { CreateDialogProps } from '../../components/table'
import { toast } from '../../components/toast/toasts'
import { useAnswer } from '../../dataProvider/answers'
import { spaceFields } from './fields'
import { useTranslate } from './texts'

/** Number of devices and people in a space; undefined while unknown. */
function useLosses(spaceId: string) {
  const params = { spaceId }
  const { data: devices } = useAnswer(devicesApi.count, { params })
  const { data: people } = useAnswer(usersApi.list, { params, query: { limit: LIST_LIMIT } })
  return devices && people && { devices: devices.count, people: people.length }
}

/** Losses from the deletion of a space. */
function Losses({ id }: Space) {
  const translate = useTranslate()
  const losses = useLosses(id)
  return (
    <>
      {losses && (
        <strong>
          {translate('spaces.delete.losses', {
            devices: translate('spaces.delete.devices', { smart_count: losses.devices }),
            people: translate('spaces.delete.people', { smart_count: losses.people }),
          })}
        </strong>
      )}{' '}
      <span>{translate('spaces.delete.text')}</span>
    </>
  )
}

/** Edit mode of the space info page. Rules, "Spaces". */
export function SpaceEdit() {
  const space = useRecordContext<Space>()
  if (!space) return null
  return (
    <ResourceEdit
      fields={spaceFields}
      schema={spaceEntity.input}
      deletion={{ text: <Losses {...space} />, typedName: space.name }}
    />
  )
}

/** Input of POST besides the name. Rules, "Spaces". */
const withId = (input: SpaceInput) => ({ id: newId(), created_at: new Date().toISOString(), ...input })

/** Creates a space and opens its devices. Rules, "Spaces". */
export function SpaceCreate(props: CreateDialogProps) {
  const navigate = useNavigate()
  const translate = useTranslate()
  const open = ({ id }: RaRecord) => {
    toast({ kind: 'success', title: translate('spaces.create.done') })
    void navigate(spaceAddresses(String(id)).list('devices'), { replace: true })
  }
  return (
    <ResourceCreate
      {...props}
      fields={spaceFields}
      schema={spaceEntity.input}
      transform={withId}
      onCreated={open}
    />
  )
}
