import { Button, Stack, Typography } from '@mui/material'
import { CodeEditor } from '../../../components/editor'
import { Section } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'

interface LinkReviewProps {
  source: string
  onAgree: () => void
  onDecline: () => void
}

/** Shows code that came with a link, and asks whether it may run. */
export function LinkReview({ source, onAgree, onDecline }: LinkReviewProps) {
  const translate = useTranslate()
  return (
    <Section title={translate('dashboard.link.title')}>
      <Typography sx={{ mb: 2 }}>{translate('dashboard.link.text')}</Typography>
      <CodeEditor label={translate('dashboard.code.label')} language="javascript" value={source} />
      <Stack direction="row" useFlexGap spacing={1} sx={{ mt: 2, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={onAgree}>
          {translate('dashboard.link.run')}
        </Button>
        <Button variant="outlined" onClick={onDecline}>
          {translate('dashboard.link.decline')}
        </Button>
      </Stack>
    </Section>
  )
}
