/** Address of the comparison of two messages of a space. */
export const compareLink = (spaceId: string, a: string, b: string) =>
  `/space/${spaceId}/messages/compare?${new URLSearchParams({ a, b }).toString()}`
