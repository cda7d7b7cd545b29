import { Box, Button, Typography } from '@mui/material'
import { isLoadFailure } from '../../components/lazyPart'
import { serializeError } from './serializeError'
import { useErrorTexts } from './texts'

/** What is shown when the console itself fails. It needs no catalog, no router and no theme. Spec 1, section 2. */
export function ErrorPage({ error }: { error: unknown }) {
  const texts = useErrorTexts()
  const { title, text } = isLoadFailure(error) ? texts.notLoaded : texts
  return (
    <Box role="alert" sx={{ maxWidth: 800, mx: 'auto', p: { xs: 2, sm: 4 } }}>
      <Typography variant="h1" gutterBottom>
        {title}
      </Typography>
      <Typography sx={{ mb: 3 }}>{text}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 3 }}>
        <Button variant="contained" onClick={() => window.location.reload()}>
          {texts.reload}
        </Button>
        <Button href="/spaces">{texts.toSpaces}</Button>
      </Box>
      <details open={!isLoadFailure(error)}>
        <summary>{texts.details}</summary>
        <Box
          component="pre"
          sx={{
            p: 2,
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: 1,
            overflow: 'auto',
            fontSize: '0.8125rem',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {serializeError(error)}
        </Box>
      </details>
    </Box>
  )
}
