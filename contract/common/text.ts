/** Text without accents and in lower case: how names are compared, and what suggested names are made of. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
