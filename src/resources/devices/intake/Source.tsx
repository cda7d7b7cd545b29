import ScanIcon from '@mui/icons-material/QrCodeScanner'
import { Alert, Box, Button, DialogContentText, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import type { CsvRefusal } from '../../../components/csv/readTable'
import { useFileText } from '../../../components/encoding/useFileText'
import { FileButton, useFileDrop } from '../../../components/page/FileDrop'
import { devicesOf, INTAKE_MAX, type ReadDevice, readDevices } from './rows'
import { useTranslate } from './texts'

/** Largest file, in megabytes. */
const FILE_MAX = 5

type Refusal = CsvRefusal | { refused: 'fileType' | 'fileSize' | 'fileUnread' }

interface SourceProps {
  onRead: (devices: readonly ReadDevice[]) => void
  onScan: () => void
}

/** Asks for a file, by choice or drop, for pasted rows, or for the camera. */
export function Source({ onRead, onScan }: SourceProps) {
  const translate = useTranslate()
  const [refusal, setRefusal] = useState<Refusal>()
  const [pasted, setPasted] = useState('')
  const { fileText, dialog } = useFileText()
  const take = (text: string) => {
    const table = readDevices(text)
    if ('refused' in table) setRefusal(table)
    else onRead(devicesOf(table))
  }
  const readFile = async (file: File) => {
    if (!/\.(csv|txt)$/i.test(file.name)) return setRefusal({ refused: 'fileType' })
    if (file.size > FILE_MAX * 1024 * 1024) return setRefusal({ refused: 'fileSize' })
    const text = await fileText(file).catch(() => undefined)
    if (text === undefined) setRefusal({ refused: 'fileUnread' })
    else if (text !== null) take(text)
  }
  const onFiles = ([file]: readonly File[]) => void (file && readFile(file))
  const { isOver, handlers, sx } = useFileDrop(onFiles)
  return (
    <>
      {dialog}
      <DialogContentText sx={{ mb: 2 }}>{translate('devices.intake.intro')}</DialogContentText>
      {refusal && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {translate(`devices.intake.refused.${refusal.refused}`, {
            ...('row' in refusal && { row: String(refusal.row) }),
            max: refusal.refused === 'fileSize' ? FILE_MAX : INTAKE_MAX,
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
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>
          <FileButton label={translate('devices.intake.choose')} accept=".csv,.txt" onFiles={onFiles} />
          <Button variant="outlined" startIcon={<ScanIcon />} onClick={onScan}>
            {translate('devices.intake.scan')}
          </Button>
        </Box>
        <Typography variant="body2" color="text.secondary">
          {translate(isOver ? 'devices.intake.drop' : 'devices.intake.dropHint')}
        </Typography>
      </Box>
      <TextField
        label={translate('devices.intake.paste')}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
        multiline
        minRows={3}
        maxRows={8}
        fullWidth
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
      <Box sx={{ mt: 1, textAlign: 'right' }}>
        <Button disabled={pasted.trim() === ''} onClick={() => take(pasted)}>
          {translate('devices.intake.read')}
        </Button>
      </Box>
    </>
  )
}
