import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslate } from '../../i18n/translate'

const MODES = ['tree', 'text'] as const
/** How a JSON text is shown. */
export type Mode = (typeof MODES)[number]

interface ModeSwitchProps {
  mode: Mode
  onChange: (mode: Mode) => void
}

/** Chooses between the tree and the text. */
export function ModeSwitch({ mode, onChange }: ModeSwitchProps) {
  const translate = useTranslate()
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={mode}
      aria-label={translate('json.mode')}
      onChange={(_event, chosen: Mode | null) => chosen && onChange(chosen)}
      sx={{ ml: 'auto' }}
    >
      {MODES.map((mode) => (
        <ToggleButton key={mode} value={mode} sx={{ py: 0.25, textTransform: 'none' }}>
          {translate(`json.${mode}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
