type Texts = Readonly<Record<string, object | string>>

/** Two catalogs as one; a group that both have gets the texts of both. */
export function join<First extends Texts, Second extends Texts>(
  first: First,
  second: Second,
): First & Second {
  const joined: Record<string, object | string> = { ...first }
  for (const [group, texts] of Object.entries(second))
    joined[group] = typeof texts === 'string' ? texts : { ...Object(joined[group]), ...texts }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript cannot follow the loop over the groups
  return joined as First & Second
}
