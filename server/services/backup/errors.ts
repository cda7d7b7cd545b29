/** Why a backup cannot be made or used, in a sentence that says what to do. */
export class BackupError extends Error {}

/** A file that ends too early: cut off, or still being written. */
export class CutOffError extends BackupError {}
