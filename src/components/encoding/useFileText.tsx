import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  FormControlLabel,
  Radio,
  RadioGroup,
} from '@mui/material'
import { useState } from 'react'
import { TaskDialog } from '../dialog/TaskDialog'
import { type Candidate, decode, LEGACY } from './decode'
import { useTranslate } from './texts'

interface Asked {
  file: string
  candidates: readonly Candidate[]
  answer: (text: string | null) => void
}

/** Asks in which encoding the letters of a file are right. */
function EncodingDialog({ file, candidates, answer }: Asked) {
  const translate = useTranslate()
  const [chosen, choose] = useState(candidates[0]?.encoding)
  return (
    <TaskDialog title={translate('encoding.title')} onClose={() => answer(null)}>
      <DialogContent>
        <DialogContentText sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {translate('encoding.text', { file })}
        </DialogContentText>
        <RadioGroup
          aria-label={translate('encoding.title')}
          value={chosen ?? ''}
          onChange={(_event, value) => choose(LEGACY.find((one) => one === value))}
        >
          {candidates.map(({ encoding, sample }) => (
            <FormControlLabel
              key={encoding}
              value={encoding}
              control={<Radio />}
              sx={{ alignItems: 'flex-start', mb: 1 }}
              label={
                <>
                  <span>{translate(`encoding.${encoding}`)}</span>
                  <Box
                    component="span"
                    sx={{
                      display: 'block',
                      fontFamily: 'monospace',
                      fontSize: '0.8125rem',
                      whiteSpace: 'pre-wrap',
                      overflowWrap: 'anywhere',
                    }}
                  >
                    {sample.join('\n')}
                  </Box>
                </>
              }
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => answer(null)}>{translate('page.cancel')}</Button>
        <Button
          variant="contained"
          onClick={() => answer(candidates.find(({ encoding }) => encoding === chosen)?.text ?? null)}
        >
          {translate('encoding.read')}
        </Button>
      </DialogActions>
    </TaskDialog>
  )
}

/**
 * Reads files as text. If a file is in an older encoding, it asks in which its letters are right. Render `dialog`.
 * `fileText` resolves with null if the person cancels, and with `undefined` if the file is damaged.
 */
export function useFileText() {
  const [asked, ask] = useState<Asked>()
  const fileText = async (file: File): Promise<string | null | undefined> => {
    const decoded = decode(new Uint8Array(await file.arrayBuffer()))
    if ('text' in decoded) return decoded.text
    if ('damaged' in decoded) return undefined
    const { candidates } = decoded
    const text = await new Promise<string | null>((answer) => ask({ file: file.name, candidates, answer }))
    ask(undefined)
    return text
  }
  return { fileText, dialog: asked && <EncodingDialog {...asked} /> }
}
