import { Stack } from '@mui/material'
import { CodeInput } from '../../../components/editor'
import { useTranslate } from '../../../i18n/translate'
import { RetryDelays } from './RetryDelays'

/** Retry delays and code of a connector. Spec 1, section 2. */
export function AdvancedTab() {
  const translate = useTranslate()
  return (
    <Stack sx={{ gap: 3 }}>
      <RetryDelays />
      <CodeInput
        source="transformation"
        label={translate('connectors.transformation')}
        language="javascript"
        hint={translate('connectors.form.transformationHint')}
      />
    </Stack>
  )
}
