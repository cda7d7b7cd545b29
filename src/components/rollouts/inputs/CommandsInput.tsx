import { TextInput } from 'react-admin'
import { msg } from '../texts'

const MONO = { '& textarea': { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem' } }

/** Commands of a configuration or a shell, one per line. */
export function CommandsInput({ kind }: { kind: 'config' | 'shell' }) {
  return (
    <TextInput
      source={`order.${kind}`}
      label={msg(`rollouts.form.${kind}`)}
      helperText={msg(`rollouts.form.${kind}Hint`)}
      parse={(typed: string) => typed}
      multiline
      minRows={2}
      maxRows={16}
      required
      fullWidth
      autoComplete="off"
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
      sx={MONO}
    />
  )
}
