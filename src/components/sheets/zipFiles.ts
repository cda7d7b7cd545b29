import { Zip, ZipDeflate } from 'fflate'

/**
 * A ZIP file of files, each in parts. Only one part is in memory at a time; the browser may keep the result on disk.
 * Errors: a part cannot be read.
 */
export async function zipFiles(
  files: readonly (readonly [name: string, parts: readonly Blob[]])[],
): Promise<Blob[]> {
  const written: Blob[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    // Its buffer may be longer, and shared.
    written.push(new Blob([new Uint8Array(chunk)]))
  })
  for (const [name, parts] of files) {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for (const part of parts) file.push(new Uint8Array(await part.arrayBuffer()))
    file.push(new Uint8Array(), true)
  }
  zip.end()
  if (failure) throw failure
  return written
}
