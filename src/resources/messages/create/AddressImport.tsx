import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Alert, Box, Button, Typography } from '@mui/material'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/page'
import { useTranslate } from '../../../i18n/translate'
import { FILE_TYPES } from './addressFile'
import { useAddressImport } from './useAddressImport'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Around the body of a config message: takes files with wM-BUS addresses by a button, or dropped on it. Spec 2, section 5. */
export function AddressImport({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  const translate = useTranslate()
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { error, isAsking, start, confirm, cancel } = useAddressImport()

  // Before the editor inside gets to see them, which would insert the file's name.
  const takeOver = (event: DragEvent, over: boolean) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(over)
  }

  return (
    <Box
      onDragEnterCapture={(event) => takeOver(event, true)}
      onDragOverCapture={(event) => takeOver(event, true)}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDropCapture={(event) => {
        takeOver(event, false)
        if (carriesFiles(event)) void start([...event.dataTransfer.files])
      }}
      sx={{
        borderRadius: 1,
        outline: isOver ? '2px dashed' : 0,
        outlineColor: 'primary.main',
        outlineOffset: 6,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        {actions}
        <Button
          startIcon={<UploadIcon />}
          variant="outlined"
          onClick={() => picker.current?.click()}
          sx={{ ml: { sm: 'auto' } }}
        >
          {translate('messages.create.wmbus.import')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept={FILE_TYPES}
          multiple
          hidden
          aria-label={translate('messages.create.wmbus.import')}
          onChange={({ target }) => {
            void start([...(target.files ?? [])])
            // The same file, mended, can be chosen again.
            target.value = ''
          }}
        />
      </Box>
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {children}
      <Typography variant="caption" component="p" color="text.secondary" sx={{ mt: 0.5 }}>
        {translate(isOver ? 'messages.create.wmbus.drop' : 'messages.create.wmbus.hint')}
      </Typography>
      <ConfirmDialog
        open={isAsking}
        title={translate('messages.create.wmbus.replaceTitle')}
        confirmLabel={translate('messages.create.wmbus.confirm')}
        onConfirm={confirm}
        onClose={cancel}
      >
        {translate('messages.create.wmbus.replace')}
      </ConfirmDialog>
    </Box>
  )
}
