/** Where files of the archive are. Their names are paths below it, with slashes. Nothing is ever removed. */
export interface Store {
  /** Names of the files in a folder; none if there is no such folder. */
  list: (folder: string) => Promise<string[]>
  /** @throws Error if there is no such file */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Resolves when the file is stored durably. Replaces a file of that name. */
  write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
}
