/** Name in `/config.json` of the audit log. */
export const AUDIT_CAPABILITY = 'audit'

/** Name in `/config.json` of `BATCH_HEADER`, and of the grouped audit log. */
export const BATCH_CAPABILITY = 'audit-batches'

/** Header of the changes of one run: a UUID that its caller has created for it. The audit log can list them as one. */
export const BATCH_HEADER = 'Batch'
