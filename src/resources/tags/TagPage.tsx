import { Box, Button } from '@mui/material'
import { WithRecord } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Tag } from '#contract/tags'
import { HistoryButton } from '../../components/audit/HistoryButton'
import { lazyPart } from '../../components/lazyPart'
import { Section, TagChips } from '../../components/page'
import { RecordDetails, RecordPage } from '../../components/resource/RecordPage'
import { useAddresses } from '../../dataProvider/SpaceProvider'
import { palettes } from '../../theme/theme'
import { tagFields } from './fields'
import { useTranslate } from './texts'
import { countedFields, UsageProvider, useCountsUsage } from './usage'

const TagEdit = lazyPart(async () => ({ default: (await import('./TagForms')).TagEdit }))

/** How the tag looks beside the name of a device, in both themes. */
function Preview({ tag }: { tag: Tag }) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
      {Object.values(palettes).map(({ mode, background, text, divider }) => (
        <Box
          key={mode}
          role="group"
          aria-label={translate(`common.theme.${mode}`)}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            p: 2,
            borderRadius: 1,
            border: `1px solid ${divider}`,
            bgcolor: background.paper,
            color: text.primary,
          }}
        >
          {translate('tags.preview.device')}
          <TagChips tags={[tag]} />
        </Box>
      ))}
    </Box>
  )
}

function TagShow({ tag }: { tag: Tag }) {
  const translate = useTranslate()
  return (
    <>
      <RecordDetails<Tag>
        fields={useCountsUsage() ? countedFields : tagFields}
        actions={<HistoryButton id={tag.id} />}
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
