import MessagesIcon from '@mui/icons-material/ForumOutlined'
import DetailIcon from '@mui/icons-material/InfoOutlined'
import type { ReactNode } from 'react'
import type { Tag } from '#contract/tags'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { EditLink, RowLink, RowLinks } from '../../components/table'
import { useTable } from '../../components/table/useTable'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { useTranslate } from '../../i18n/translate'
import { tagFields } from './fields'
import { countedFields, UsageProvider, useCountsUsage } from './usage'

const SORT = { field: 'name', order: 'ASC' } as const

function RowActions({ tag: { id, name } }: { tag: Tag }) {
  const translate = useTranslate()
  const addresses = useAddresses()
  return (
    <RowLinks>
      <RowLink
        to={addresses.list('messages', { tagId: id })}
        label={translate('tags.actions.messages', { name })}
      >
        <MessagesIcon fontSize="small" />
      </RowLink>
      <RowLink to={addresses.record('tags', id)} label={translate('tags.actions.detail', { name })}>
        <DetailIcon fontSize="small" />
      </RowLink>
      <EditLink
        to={addresses.record('tags', id, { edit: true })}
        label={translate('tags.actions.edit', { name })}
        permission="space:tag:update"
      />
    </RowLinks>
  )
}

const actions = { cell: (tag: Tag) => <RowActions tag={tag} />, width: 108 }
const columns = columnsOf<Tag>(tagFields, { actions })
const countedColumns = columnsOf<Tag>(countedFields, { actions })

/** Counts again as often as the table refreshes. */
const Counted = ({ children }: { children: ReactNode }) => (
  <UsageProvider every={useTable().settings.refresh}>{children}</UsageProvider>
)

/** Tags of the space. Spec 2, section 2. */
export default function TagList() {
  return (
    <ResourceList columns={useCountsUsage() ? countedColumns : columns} defaultSort={SORT} frame={Counted} />
  )
}
