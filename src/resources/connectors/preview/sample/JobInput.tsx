import { Box, Button } from '@mui/material'
import { CodeEditor } from '../../../../components/editor'
import { useTranslate } from '../../../../i18n/translate'
import type { Sample } from './useSample'

/** The job that the code is given, which can be edited. */
export function JobInput({ sample }: { sample: Sample }) {
  const translate = useTranslate()
  const { text, job, isEdited } = sample
  return (
    <Box sx={{ gridArea: 'input', minWidth: 0 }}>
      <CodeEditor
        label={translate('connectors.preview.input')}
        language="json"
        value={text}
        onChange={sample.edit}
        error={isEdited && job === null ? translate('connectors.preview.noJson') : undefined}
        hint={translate('connectors.preview.inputHint')}
      />
      {isEdited && (
        <Box sx={{ mt: 1 }}>
          <Button size="small" onClick={sample.reset}>
            {translate('connectors.preview.reset')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
