import { DialogContentText, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useTranslate } from '../../../i18n/translate'
import { EXPORT_FORMATS, type FormatName } from './format'

interface FormatChoiceProps {
  format: FormatName
  onChange: (format: FormatName) => void
  /** Number of messages; undefined when it is not known. */
  total: number | undefined
}

const NAMES = ['jsonLines', 'csv'] as const satisfies readonly (keyof typeof EXPORT_FORMATS)[]

/** What will be exported, and into which format. */
export function FormatChoice({ format, onChange, total }: FormatChoiceProps) {
  const translate = useTranslate()
  return (
    <>
      <DialogContentText sx={{ mb: 2 }}>
        {total === undefined
          ? translate('messages.exporting.all')
          : translate('messages.exporting.allOf', { smart_count: total })}
      </DialogContentText>
      <FormControl>
        <FormLabel>{translate('messages.exporting.format')}</FormLabel>
        <RadioGroup value={format} sx={{ gap: 1, mt: 1 }}>
          {NAMES.map((name) => (
            <FormControlLabel
              key={name}
              value={name}
              control={<Radio />}
              label={translate(`messages.exporting.formats.${name}`)}
              onChange={() => onChange(name)}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  )
}
