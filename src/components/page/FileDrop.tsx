import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Button, type ButtonProps } from '@mui/material'
import { type DragEvent, useRef, useState } from 'react'

type OnFiles = (files: readonly File[]) => void

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Makes an element a drop target for files: give it the handlers, and highlight it while `isOver`. */
export function useFileDrop(onFiles: OnFiles) {
  const [isOver, setIsOver] = useState(false)
  // Capturing, because an editor inside would insert the file's name.
  const takeOver = (event: DragEvent, over: boolean) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(over)
  }
  const handlers = {
    onDragEnterCapture: (event: DragEvent) => takeOver(event, true),
    onDragOverCapture: (event: DragEvent) => takeOver(event, true),
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      setIsOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    onDropCapture: (event: DragEvent) => {
      takeOver(event, false)
      if (carriesFiles(event)) onFiles([...event.dataTransfer.files])
    },
  }
  const sx = {
    borderRadius: 1,
    outline: isOver ? '2px dashed' : 0,
    outlineColor: 'primary.main',
    outlineOffset: 6,
  }
  return { isOver, handlers, sx }
}

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  label: string
  /** File extensions, such as `.csv,.txt`. */
  accept: string
  multiple?: boolean
  onFiles: OnFiles
}

/** Opens the file picker. */
export function FileButton({ label, accept, multiple = false, onFiles, ...props }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        startIcon={<UploadIcon />}
        variant="outlined"
        {...props}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Lets the person choose the same file again after correcting it.
          target.value = ''
        }}
      />
    </>
  )
}
