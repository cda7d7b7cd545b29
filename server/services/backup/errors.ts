/** Why a backup cannot be made or used, in a sentence that says what to do. */
export class BackupError extends Error {}

/** The file needs a newer version than this one. */
export const newerError = (version: string): BackupError =>
  new BackupError(
    `The file was made by a newer version, ${version}. Restore it with that version or a newer one.`,
  )

/** A file that ends too early: cut off, or still being written. */
export class CutOffError extends BackupError {}
