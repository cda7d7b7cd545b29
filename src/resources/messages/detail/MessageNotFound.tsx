import { NotFound } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

/** In place of a message that this space does not have. */
export function MessageNotFound() {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate('messages.detail.notFound.title')}
      text={translate('messages.detail.notFound.text')}
      instead={{
        label: translate('messages.detail.notFound.back'),
        to: `/space/${useSpaceId()}/messages`,
      }}
    />
  )
}
