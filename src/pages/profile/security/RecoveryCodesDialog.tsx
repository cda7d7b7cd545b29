import CopyIcon from '@mui/icons-material/ContentCopy'
import DownloadIcon from '@mui/icons-material/Download'
import {
  Alert,
  Box,
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  DialogContentText,
  FormControlLabel,
  Stack,
} from '@mui/material'
import { useState } from 'react'
import { TaskDialog, useKeptPlace } from '../../../components/dialog/TaskDialog'
import { download, fileName } from '../../../components/files'
import { useCopy } from '../../../components/page'
import { useConfig } from '../../../config'
import { useAccount } from '../../../dataProvider/account'
import { useTranslate } from '../texts'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** Shows new recovery codes. They are shown only once, so the person must confirm that they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const translate = useTranslate()
  const copy = useCopy()
  const { productName } = useConfig()
  const { profile } = useAccount()
  const [isSaved, setSaved] = useState(false)
  const lines = codes.join('\n')
  useKeptPlace()

  const save = () => {
    const about = translate('profile.security.codes.file', { product: productName, email: profile?.email })
    const name = fileName('recovery-codes', productName, new Date(), 'txt')
    download(name, new Blob([`${about}\n\n${lines}\n`], { type: 'text/plain' }))
  }

  return (
    <TaskDialog title={translate('profile.security.codes.shown')} maxWidth="xs">
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('profile.security.codes.explained')}</DialogContentText>
        <Box
          component="ul"
          sx={{
            m: 0,
            mb: 2,
            p: 2,
            listStyle: 'none',
            display: 'grid',
            gap: 1,
            gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
            fontFamily: 'monospace',
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: 1,
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', mb: 2 }}>
          <Button size="small" variant="outlined" startIcon={<CopyIcon />} onClick={() => void copy(lines)}>
            {translate('profile.security.codes.copy')}
          </Button>
          <Button size="small" variant="outlined" startIcon={<DownloadIcon />} onClick={save}>
            {translate('profile.security.codes.download')}
          </Button>
        </Stack>
        <Alert severity="warning">{translate('profile.security.codes.once')}</Alert>
        <FormControlLabel
          sx={{ mt: 1 }}
          control={<Checkbox checked={isSaved} onChange={(_event, checked) => setSaved(checked)} />}
          label={translate('profile.security.codes.saved')}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" disabled={!isSaved} onClick={onClose}>
          {translate('profile.security.codes.done')}
        </Button>
      </DialogActions>
    </TaskDialog>
  )
}
