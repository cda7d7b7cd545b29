import MessagesIcon from '@mui/icons-material/ForumOutlined'
import type { ReactNode } from 'react'
import type { Tag } from '#contract/tags'
import { lazyPart } from '../../components/lazyPart'
import { BulkDelete } from '../../components/resource/BulkDelete'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowActions } from '../../components/resource/RowActions'
import { useTable } from '../../components/table/useTable'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { tagFields } from './fields'
import { useTranslate } from './texts'
import { countedFields, UsageProvider, useCountsUsage } from './usage'

const TagGuide = lazyPart(() => import('./TagGuide'))

const SORT = { field: 'name', order: 'ASC' } as const

/** Actions on a tag: the messages of its devices come first, as in the specification. */
function TagActions({ tag }: { tag: Tag }) {
  const { id, name } = tag
  const translate = useTranslate()
  const messages = {
    text: translate('layout.titles.messages'),
    label: translate('tags.messagesOf', { name }),
    Icon: MessagesIcon,
    does: useAddresses().list('messages', { tagId: id }),
  }
  return <RowActions row={tag} first={[messages]} />
}

const actions = { cell: (tag: Tag) => <TagActions tag={tag} /> }
const columns = columnsOf<Tag>(tagFields, { actions })
const countedColumns = columnsOf<Tag>(countedFields, { actions })

/** Counts again at the refresh interval of the table. */
const Counted = ({ children }: { children: ReactNode }) => (
  <UsageProvider every={useTable().settings.refresh}>{children}</UsageProvider>
)

/** Tags of the space. Rules, "Tags". */
export default function TagList() {
  return (
    <ResourceList
      columns={useCountsUsage() ? countedColumns : columns}
      defaultSort={SORT}
      bulkActions={<BulkDelete list="tags" permission="space:tag:delete" />}
      frame={Counted}
      guide={<TagGuide />}
    />
  )
}
