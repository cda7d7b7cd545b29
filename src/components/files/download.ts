/** Time that a browser gets to take a file over, in ms. */
const TAKEN_OVER_AFTER = 60_000

/** Gives a file to the person's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_OVER_AFTER)
}
