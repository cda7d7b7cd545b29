import { Alert, Box, Button, DialogContentText, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { type CsvRefusal, ROWS_MAX } from '../../../components/csv/readTable'
import { useFileText } from '../../../components/encoding/useFileText'
import { FileButton, useFileDrop } from '../../../components/page/FileDrop'
import { useTranslate } from '../texts'
import { type CsvTable, readCsv } from './csv'

/** Largest file, in megabytes. */
const FILE_MAX = 20

type Refusal = CsvRefusal | { refused: 'fileType' | 'fileSize' | 'fileUnread' }

type FileText = ReturnType<typeof useFileText>['fileText']

/** Null if the person cancels. */
async function readFile(file: File, fileText: FileText): Promise<CsvTable | Refusal | null> {
  if (!/\.(csv|txt)$/i.test(file.name)) return { refused: 'fileType' }
  if (file.size > FILE_MAX * 1024 * 1024) return { refused: 'fileSize' }
  const text = await fileText(file).catch(() => undefined)
  return text === undefined ? { refused: 'fileUnread' } : text === null ? null : readCsv(text)
}

/** Asks for a file, by choice or drop, or for pasted text, which has no file name. */
export function Source({ onTable }: { onTable: (table: CsvTable, file: string | null) => void }) {
  const translate = useTranslate()
  const [refusal, setRefusal] = useState<Refusal>()
  const [pasted, setPasted] = useState('')
  const take = (table: CsvTable | Refusal, file: string | null) =>
    'refused' in table ? setRefusal(table) : onTable(table, file)
  const { fileText, dialog } = useFileText()
  const onFiles = ([file]: readonly File[]) =>
    void (file && readFile(file, fileText).then((table) => table && take(table, file.name)))
  const { isOver, handlers, sx } = useFileDrop(onFiles)
  return (
    <>
      {dialog}
      <DialogContentText sx={{ mb: 2 }}>{translate('variables.import.intro')}</DialogContentText>
      {refusal && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate(`variables.import.refused.${refusal.refused}`, {
            ...('row' in refusal && { row: String(refusal.row) }),
            max: refusal.refused === 'fileSize' ? FILE_MAX : ROWS_MAX,
          })}
        </Alert>
      )}
      <Box
        {...handlers}
        sx={{
          ...sx,
          border: 1,
          borderColor: 'divider',
          p: 3,
          mb: 2,
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
        }}
      >
        <FileButton label={translate('variables.import.choose')} accept=".csv,.txt" onFiles={onFiles} />
        <Typography variant="body2" color="text.secondary">
          {translate(isOver ? 'variables.import.drop' : 'variables.import.dropHint')}
        </Typography>
      </Box>
      <TextField
        label={translate('variables.import.paste')}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
        multiline
        minRows={3}
        maxRows={8}
        fullWidth
        autoComplete="off"
        slotProps={{
          htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: '0.875rem' } },
        }}
      />
      <Box sx={{ mt: 1, textAlign: 'right' }}>
        <Button disabled={pasted.trim() === ''} onClick={() => take(readCsv(pasted), null)}>
          {translate('variables.import.read')}
        </Button>
      </Box>
    </>
  )
}
