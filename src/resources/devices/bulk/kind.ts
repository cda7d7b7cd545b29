/** Kind of the journals of a space's devices. */
export const deviceBulkKind = (spaceId: string) => `devices ${spaceId}`
