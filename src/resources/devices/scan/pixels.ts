/** Longest side in px of what is decoded: enough for a small code in a large photo. */
const LONGEST = 2400

interface Size {
  width: number
  height: number
}

/** The size that keeps the shape and is at most LONGEST px long. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Pixels of a picture, or of what a video shows now. */
export function pixelsOf(source: HTMLVideoElement | ImageBitmap, size: Size): ImageData | null {
  const { width, height } = fitted(size)
  if (width === 0 || height === 0) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(source, 0, 0, width, height)
  return context?.getImageData(0, 0, width, height) ?? null
}

/** Pixels of a photo, the right way up. Errors: the file is no image that the browser can read. */
export async function pixelsOfPhoto(file: Blob): Promise<ImageData | null> {
  const bitmap = await createImageBitmap(file)
  try {
    return pixelsOf(bitmap, bitmap)
  } finally {
    bitmap.close()
  }
}
