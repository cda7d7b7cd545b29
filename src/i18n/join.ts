const isGroup = (texts: unknown): texts is object => typeof texts === 'object' && texts !== null

function joined(first: object, second: object): object {
  const texts: Record<string, unknown> = { ...first }
  for (const [name, text] of Object.entries<unknown>({ ...second })) {
    const before = texts[name]
    texts[name] = isGroup(before) && isGroup(text) ? joined(before, text) : text
  }
  return texts
}

/** Two catalogs as one; a group that both have gets the texts of both. */
export const join = <First extends object, Second extends object>(first: First, second: Second) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the groups
  joined(first, second) as First & Second
