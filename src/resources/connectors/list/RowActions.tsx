import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { Connector } from '#contract/connectors'
import { EditLink, RowLink, RowLinks } from '../../../components/table'
import { useTranslate } from '../../../i18n/translate'
import { useConnectorLinks } from '../useConnectorLinks'

/** Links of a row. Spec 1, section 2. */
export function RowActions({ connector: { id, name } }: { connector: Connector }) {
  const translate = useTranslate()
  const links = useConnectorLinks(id)
  return (
    <RowLinks>
      <RowLink to={links.detail} label={translate('connectors.actions.detail', { name })}>
        <DetailIcon fontSize="small" />
      </RowLink>
      <EditLink
        to={links.edit}
        label={translate('connectors.actions.edit', { name })}
        permission="space:connector:update"
      />
    </RowLinks>
  )
}
