import { NotFound } from '../../components/page'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'

/** In place of a device that this space does not have. */
export function DeviceNotFound() {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate('devices.notFound.title')}
      text={translate('devices.notFound.text')}
      instead={{ label: translate('devices.notFound.back'), to: `/space/${useSpaceId()}/devices` }}
    />
  )
}
