/** A file as an answer, in pieces, each made when the client has taken the previous one. */
export interface FileContent {
  name: string
  /** Media type. */
  type: string
  /** Whether browsers may show it instead of saving it. */
  isShown: boolean
  /** In bytes, if it is known. */
  size?: number
  pieces: AsyncIterable<Uint8Array>
}

/** The answer of a call that answers a file. */
export class FileAnswer {
  constructor(readonly file: FileContent) {}
}

/** The value of `Content-Disposition` for a name in any language. RFC 6266, section 4.3. */
export function dispositionOf({ name, isShown }: Pick<FileContent, 'name' | 'isShown'>): string {
  const plain = name.replaceAll(/[^ !#-[\]-~]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
