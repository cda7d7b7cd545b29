import { useGetOne } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { Connector } from '#contract/connectors'
import { Loaded, NotFound, useEditMode } from '../../components/page'
import { isMissing } from '../../dataProvider/client'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { ConnectorDetail } from './ConnectorDetail'

/** One connector, viewed or edited. Spec 1, section 2. */
export default function ConnectorPage() {
  const translate = useTranslate()
  const { id = '' } = useParams()
  const { editing } = useEditMode()
  const list = `/space/${useSpaceId()}/connectors`
  const query = useGetOne<Connector>('connectors', { id })

  // Someone else may delete the connector during an edit: what was typed stays on screen.
  const isEdited = editing && query.data !== undefined
  if (isMissing(query.error) && !isEdited)
    return (
      <NotFound
        title={translate('connectors.notFound.title')}
        text={translate('connectors.notFound.text')}
        instead={{ label: translate('connectors.notFound.back'), to: list }}
      />
    )
  return (
    <Loaded query={query}>
      {(connector) => <ConnectorDetail key={connector.id} connector={connector} />}
    </Loaded>
  )
}
