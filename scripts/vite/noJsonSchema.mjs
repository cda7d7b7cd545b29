/** Replaces zod's JSON Schema writer, because only the server describes its calls. */
export const none = () => {
  throw new Error('The console writes no JSON Schema.')
}
const writer = () => none

export {
  none as extractDefs,
  none as finalize,
  none as handleUnrepresentable,
  none as initializeContext,
  none as process,
  none as processSchema,
  writer as createStandardJSONSchemaMethod,
  writer as createToJSONSchemaMethod,
}
