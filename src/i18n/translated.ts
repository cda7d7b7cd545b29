/** The shape of a catalog, with any texts: a translation must match it. */
export type Translated<Messages> = {
  [Key in keyof Messages]: Messages[Key] extends string ? string : Translated<Messages[Key]>
}
