import { FILE_MAX_BYTES } from '#contract/deviceLog'

/** Longest side of a photo, in pixels; a larger one is scaled down. */
const SIDE_MAX = 2048
const QUALITY = 0.85

/** Types of photos that browsers draw and that are worth scaling; animations and drawings stay as they are. */
const PHOTO = /^image\/(?!gif|svg)/

const blobOf = async (canvas: HTMLCanvasElement) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })

/** A photo drawn anew: at most 2048 pixels, and without what the camera wrote into it, such as where it was taken. */
async function drawn(photo: File): Promise<Blob | null> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height))
    const canvas = Object.assign(document.createElement('canvas'), {
      width: Math.max(1, Math.round(bitmap.width * scale)),
      height: Math.max(1, Math.round(bitmap.height * scale)),
    })
    const context = canvas.getContext('2d')
    if (!context) return null
    // What is transparent would be black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await blobOf(canvas)
  } finally {
    bitmap.close()
  }
}

/** A file as it is attached. */
export interface Attached {
  id: string
  name: string
  content: Blob
  /** It was named as a photo, but is none that this browser can read; it is attached as it is. */
  isUnreadable: boolean
}

/** Prepares a file for a note. Photos are scaled down; null for a file that is too large. */
export async function attach(file: File): Promise<Attached | null> {
  const isPhoto = PHOTO.test(file.type)
  const photo = isPhoto ? await drawn(file).catch(() => null) : null
  const content = photo ?? file
  if (content.size > FILE_MAX_BYTES) return null
  const name = photo ? file.name.replace(/\.\w+$|$/, '.jpg') : file.name
  return { id: crypto.randomUUID(), name, content, isUnreadable: isPhoto && photo === null }
}
