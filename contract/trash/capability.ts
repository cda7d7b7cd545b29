/** Name in `/config.json` of the trash: deleted records that can be restored, and calls that delete many. */
export const TRASH_CAPABILITY = 'trash'
