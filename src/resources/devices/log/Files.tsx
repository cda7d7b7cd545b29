import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { Box, Button, styled } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { deviceLogApi, isPicture, type Note, type NoteFile } from '#contract/deviceLog'
import { download } from '../../../components/files'
import { useFailureToast } from '../../../components/page'
import { useRead } from '../../../dataProvider/answers'
import { useSpaceport } from '../../../dataProvider/queries'
import { useTranslate } from './texts'

/** Height of a small picture, in px. */
const HEIGHT = 96

const Picture = styled('button')(({ theme }) => ({
  display: 'block',
  padding: 0,
  minWidth: HEIGHT,
  height: HEIGHT,
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  background: theme.palette.action.hover,
  color: theme.palette.text.secondary,
  font: 'inherit',
  cursor: 'pointer',
  overflow: 'hidden',
  '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}` },
  img: { display: 'block', height: '100%', maxWidth: 220, objectFit: 'cover' },
}))

interface FileProps {
  note: Pick<Note, 'id' | 'device_id'>
  file: NoteFile
}

const useFile = () => {
  const { ask } = useSpaceport()
  return async ({ note, file }: FileProps, signal?: AbortSignal) =>
    ask(deviceLogApi.file, {
      params: { deviceId: note.device_id, noteId: note.id, fileId: file.id },
      ...(signal && { signal }),
    })
}

/** Whether an element has been near the visible part of the page. */
function useSeen<Of extends Element>() {
  const place = useRef<Of>(null)
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isSeen || !place.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isSeen])
  return { place, isSeen }
}

/** Shows a picture in an image, by an address within the page. */
function usePicture(content: Blob | undefined) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!content || !image.current) return undefined
    const url = URL.createObjectURL(content)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [content])
  return image
}

/** A picture, which loads when it is near; a click saves it. */
function SmallPicture({ note, file }: FileProps) {
  const translate = useTranslate()
  const read = useFile()
  const { place, isSeen } = useSeen<HTMLButtonElement>()
  const { data, error } = useRead(
    deviceLogApi.file,
    { id: file.id },
    async (signal) => read({ note, file }, signal),
    { enabled: isSeen, staleTime: Infinity, retry: false },
  )
  const image = usePicture(data)
  return (
    <Picture
      ref={place}
      type="button"
      title={file.name}
      aria-label={translate('devices.log.note.download', { name: file.name })}
      onClick={() => data && download(file.name, data)}
    >
      {error && <span>{translate('devices.log.note.pictureFailed')}</span>}
      {data && <img ref={image} alt={translate('devices.log.note.picture', { name: file.name })} />}
    </Picture>
  )
}

function OtherFile({ note, file }: FileProps) {
  const read = useFile()
  const translate = useTranslate()
  const showFailure = useFailureToast()
  const save = async () => {
    try {
      download(file.name, await read({ note, file }))
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <Button
      size="small"
      startIcon={<FileIcon />}
      aria-label={translate('devices.log.note.download', { name: file.name })}
      onClick={() => void save()}
      sx={{ overflowWrap: 'anywhere', textAlign: 'left' }}
    >
      {file.name}
    </Button>
  )
}

/** The files of a note: pictures as such, others to be saved. */
export function Files({ note }: { note: Note }) {
  if (note.files.length === 0) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, alignItems: 'center' }}>
      {note.files.map((file) =>
        isPicture(file.type) ? (
          <SmallPicture key={file.id} note={note} file={file} />
        ) : (
          <OtherFile key={file.id} note={note} file={file} />
        ),
      )}
    </Box>
  )
}
