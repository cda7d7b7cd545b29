import { Suspense } from 'react'
import type { Connector } from '#contract/connectors'
import { lazyPart, Waiting } from '../../components/lazyPart'
import { DraftOffer, EditButton, PageHeader, useEditMode } from '../../components/page'
import { usePermission } from '../../dataProvider/account'
import { useSpaceId } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { ConnectorView } from './detail/ConnectorView'

const ConnectorEdit = lazyPart(() => import('./form/ConnectorEdit'))

/** Header of a connector's page, and below it the view or the edit mode. */
export function ConnectorDetail({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const { editing } = useEditMode()
  const canUpdate = usePermission('space:connector:update')
  const isEdited = editing && canUpdate
  return (
    <>
      <PageHeader
        title={connector.name}
        parents={[{ label: translate('connectors.title'), to: `/space/${useSpaceId()}/connectors` }]}
        actions={<EditButton permission="space:connector:update" editing={isEdited} />}
      />
      {isEdited ? (
        <Suspense fallback={<Waiting />}>
          <ConnectorEdit connector={connector} />
        </Suspense>
      ) : (
        <>
          <DraftOffer resource="connectors" id={connector.id} />
          <ConnectorView connector={connector} />
        </>
      )}
    </>
  )
}
