import { devicesApi } from '#contract/devices'
import { Guide } from '../../components/guide/Guide'
import { KEY_VARIABLE, requestOf } from '../../components/snippets/commands'
import { Snippets, useApiBase } from '../../components/snippets/Snippets'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from './texts'

const FEW = { limit: 10 }

/** Guide to the use of a key by programs. */
export default function KeyGuide() {
  const translate = useTranslate()
  const base = useApiBase()
  const params = { spaceId: useSpaceId() }
  return (
    <Guide
      title={translate('keys.use.guideTitle')}
      text={translate('keys.use.guide', { variable: KEY_VARIABLE })}
    >
      <Snippets request={requestOf(base, devicesApi.list, { params, query: FEW })} />
    </Guide>
  )
}
