import { vi } from 'vitest'

/** Catches files that the console saves, because jsdom has no downloads. */
export function catchDownloads() {
  const blobs: Blob[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:saved'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  /** Waits for so many files; returns the newest. */
  return (count = 1) =>
    vi.waitFor(
      async () => {
        const blob = blobs[count - 1]
        if (!blob) throw new Error(`${blobs.length} of ${count} files were saved.`)
        // text() would remove the byte order mark.
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer())
        return { name: names[count - 1] ?? '', text }
      },
      { timeout: 30_000 },
    )
}
