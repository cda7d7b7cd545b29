import { Box } from '@mui/material'
import { ConfirmDialog } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { useErrorLine } from './useErrorLine'
import type { SaveQuestion } from './useSaveWarning'

/** Asks before code is saved that fails on the sample. */
export function SaveWarning({ question }: { question: SaveQuestion | null }) {
  const translate = useTranslate()
  const errorLine = useErrorLine()
  return (
    <ConfirmDialog
      open={question !== null}
      title={translate('connectors.preview.save.title')}
      confirmLabel={translate('connectors.preview.save.anyway')}
      closeLabel={translate('connectors.preview.save.back')}
      onConfirm={() => question?.answer(true)}
      onClose={() => question?.answer(false)}
    >
      {translate('connectors.preview.save.text')}
      <Box
        component="pre"
        sx={{ m: 0, mt: 1, color: 'error.main', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {question && errorLine(question.failed)}
      </Box>
    </ConfirmDialog>
  )
}
