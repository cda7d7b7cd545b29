import { useDelete, useUpdate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import type { Connector } from '#contract/connectors'
import { Section } from '../../../components/page'
import { type Deletion, EditForm } from '../../../components/page/form'
import { toast } from '../../../components/toast/toasts'
import { useSpaceId } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'
import { PreviewContext, usePreviewState } from '../preview/PreviewContext'
import { SaveWarning, useSaveWarning } from '../preview/SaveWarning'
import { type ConnectorChange, connectorCodec, editSchema } from './codec'
import { EditTabs } from './EditTabs'
import { fieldMessages } from './fieldMessages'

/** Edit mode of a connector. Spec 1, sections 2 and 4. */
export default function ConnectorEdit({ connector }: { connector: Connector }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const list = `/space/${useSpaceId()}/connectors`
  const [update] = useUpdate<ConnectorChange>()
  const [deleteOne] = useDelete<Connector>()
  const { id, name } = connector
  const preview = usePreviewState()
  const { question, confirmSave } = useSaveWarning(preview)

  const save = (data: z.output<typeof editSchema>) =>
    update('connectors', { id, data, previousData: connector }, { returnPromise: true })
  const deletion: Deletion = {
    permission: 'space:connector:delete',
    title: translate('connectors.delete.title', { name }),
    text: translate('connectors.delete.text'),
    run: () => deleteOne('connectors', { id, previousData: connector }, { returnPromise: true }),
    onDeleted: () => {
      toast({ kind: 'success', title: translate('connectors.delete.done') })
      void navigate(list, { replace: true })
    },
  }

  return (
    <Section>
      <EditForm
        resource="connectors"
        row={connector}
        schema={editSchema}
        codec={connectorCodec}
        messages={fieldMessages}
        save={save}
        confirmSave={confirmSave}
        deletion={deletion}
      >
        <PreviewContext value={preview}>
          <EditTabs connector={connector} />
        </PreviewContext>
      </EditForm>
      <SaveWarning question={question} />
    </Section>
  )
}
