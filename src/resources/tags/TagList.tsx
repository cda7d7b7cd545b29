import MessagesIcon from '@mui/icons-material/ForumOutlined'
import type { ReactNode } from 'react'
import type { Tag } from '#contract/tags'
import { lazyPart } from '../../components/lazyPart'
import { columnsOf } from '../../components/resource/fields'
import { ResourceList } from '../../components/resource/ResourceList'
import { RowLink } from '../../components/table'
import { useTable } from '../../components/table/useTable'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { tagFields } from './fields'
import { useTranslate } from './texts'
import { countedFields, UsageProvider, useCountsUsage } from './usage'

const TagGuide = lazyPart(() => import('./TagGuide'))

const SORT = { field: 'name', order: 'ASC' } as const

function MessagesLink({ tag: { id, name } }: { tag: Tag }) {
  const label = useTranslate()('tags.messagesOf', { name })
  return (
    <RowLink to={useAddresses().list('messages', { tagId: id })} label={label}>
      <MessagesIcon fontSize="small" />
    </RowLink>
  )
}

const actions = { links: (tag: Tag) => <MessagesLink tag={tag} />, width: 108 }
const columns = columnsOf<Tag>(tagFields, { actions })
const countedColumns = columnsOf<Tag>(countedFields, { actions })

/** Counts again as often as the table refreshes. */
const Counted = ({ children }: { children: ReactNode }) => (
  <UsageProvider every={useTable().settings.refresh}>{children}</UsageProvider>
)

/** Tags of the space. Rules, "Tags". */
export default function TagList() {
  return (
    <ResourceList
      columns={useCountsUsage() ? countedColumns : columns}
      defaultSort={SORT}
      frame={Counted}
      guide={<TagGuide />}
    />
  )
}
