/** Ids by name: of tags, of devices, or of users by their e-mail addresses. */
export type Ids = Map<string, string>

/** A stored space with its tags. */
export interface DemoPlace {
  spaceId: string
  tags: Ids
}
