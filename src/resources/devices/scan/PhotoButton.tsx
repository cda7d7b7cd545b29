import PhotoIcon from '@mui/icons-material/AddPhotoAlternateOutlined'
import { Button, Typography } from '@mui/material'
import { useRef } from 'react'
import { useTranslate } from '../../../i18n/translate'

interface PhotoButtonProps {
  loading: boolean
  disabled: boolean
  onPhoto: (file: File) => void
}

/** Chooses a photo from a file. */
export function PhotoButton({ loading, disabled, onPhoto }: PhotoButtonProps) {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const chosen = (files: FileList | null) => {
    const file = files?.item(0)
    if (file) onPhoto(file)
    // The same file can be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <div>
      <Button
        variant="outlined"
        startIcon={<PhotoIcon />}
        loading={loading}
        disabled={disabled}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {translate('devices.scan.photo')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={translate('devices.scan.photo')}
        onChange={({ target }) => chosen(target.files)}
      />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
        {translate('devices.scan.photoHint')}
      </Typography>
    </div>
  )
}
