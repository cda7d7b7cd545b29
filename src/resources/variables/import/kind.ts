/** Kind of the journals of imports into a space. */
export const importKind = (spaceId: string) => `variables.import ${spaceId}`
