/** Whose messages the dashboard shows. */
export interface Owner {
  kind: 'device' | 'tag'
  id: string
}

/** The device or the tag of the address; null when it names none. */
export function ownerOf(search: URLSearchParams): Owner | null {
  const deviceId = search.get('deviceId')
  if (deviceId) return { kind: 'device', id: deviceId }
  const tagId = search.get('tagId')
  return tagId ? { kind: 'tag', id: tagId } : null
}
