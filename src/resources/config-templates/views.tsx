import { WithRecord } from 'react-admin'
import { type ConfigTemplate, configTemplateEntity } from '#contract/configuration'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { Guide } from '../../components/guide/Guide'
import { columnsOf } from '../../components/resource/fields'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { ResourceCreate, ResourceEdit } from '../../components/resource/ResourceForm'
import { ResourceList } from '../../components/resource/ResourceList'
import type { CreateDialogProps } from '../../components/table'
import { templateFields } from './fields'
import { useTranslate } from './texts'

const SORT = { field: 'name', order: 'ASC' } as const
const columns = columnsOf<ConfigTemplate>(templateFields, { actions: {} })

function TemplateGuide() {
  const translate = useTranslate()
  return (
    <Guide
      title={translate('config-templates.guide.title')}
      text={translate('config-templates.guide.text')}
    />
  )
}

/** Configuration templates of the space. Rules, "Configuration". */
export const List = () => (
  <ResourceList<ConfigTemplate> columns={columns} defaultSort={SORT} guide={<TemplateGuide />} />
)

/** One configuration template, viewed or edited. */
export const Page = () => (
  <RecordPage
    show={
      <WithRecord<ConfigTemplate>
        render={({ id }) => (
          <RecordDetails<ConfigTemplate> fields={templateFields} actions={<ChangesButton id={id} />} />
        )}
      />
    }
    edit={<ResourceEdit fields={templateFields} schema={configTemplateEntity.input} />}
  />
)

/** Dialog that creates a configuration template; then its page opens. */
export const Create = (props: CreateDialogProps) => (
  <ResourceCreate {...props} fields={templateFields} schema={configTemplateEntity.create} maxWidth="md" />
)
