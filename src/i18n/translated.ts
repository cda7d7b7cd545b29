/** The shape of a catalog with any texts: what a translation must satisfy. */
export type Translated<Messages> = {
  [Key in keyof Messages]: Messages[Key] extends string ? string : Translated<Messages[Key]>
}
