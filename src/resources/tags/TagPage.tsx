import { Button } from '@mui/material'
import { WithRecord } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Tag } from '#contract/tags'
import { ChangesButton } from '../../components/audit/ChangesButton'
import { lazyPart } from '../../components/lazyPart'
import { Section } from '../../components/page'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { tagFields } from './fields'
import { Preview } from './Preview'
import { useTranslate } from './texts'
import { countedFields, UsageProvider, useCountsUsage } from './usage'

const TagEdit = lazyPart(async () => ({ default: (await import('./TagForms')).TagEdit }))

function TagShow({ tag }: { tag: Tag }) {
  const translate = useTranslate()
  return (
    <>
      <RecordDetails<Tag>
        fields={useCountsUsage() ? countedFields : tagFields}
        actions={<ChangesButton id={tag.id} />}
      />
      <Section title={translate('tags.preview.title')}>
        <Preview tag={tag} />
      </Section>
    </>
  )
}

function MessagesButton({ id }: Pick<Tag, 'id'>) {
  return (
    <Button component={Link} to={useAddresses().list('messages', { tagId: id })} variant="outlined">
      {useTranslate()('layout.titles.messages')}
    </Button>
  )
}

/** One tag, viewed or edited. Rules, "Tags". */
export default function TagPage() {
  return (
    <UsageProvider>
      <RecordPage
        actions={<WithRecord<Tag> render={({ id }) => <MessagesButton id={id} />} />}
        show={<WithRecord<Tag> render={(tag) => <TagShow tag={tag} />} />}
        edit={<WithRecord<Tag> render={(tag) => <TagEdit tag={tag} />} />}
      />
    </UsageProvider>
  )
}
