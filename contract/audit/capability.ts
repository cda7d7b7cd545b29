/** Name in `/config.json` of the audit log. */
export const AUDIT_CAPABILITY = 'audit'
