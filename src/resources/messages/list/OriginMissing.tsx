import { NotFound } from '../../../components/page'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

/** In place of the messages of a device or a tag that this space does not have. */
export function OriginMissing({ kind }: { kind: 'device' | 'tag' }) {
  const translate = useTranslate()
  return (
    <NotFound
      title={translate(`messages.list.missing.${kind}`)}
      text={translate('messages.list.missing.text')}
      instead={{ label: translate('messages.list.missing.all'), to: `/space/${useSpaceId()}/messages` }}
    />
  )
}
