/** The query parameter of a list with the id of the view that it was opened as. The other parameters say what it shows. */
export const VIEW_PARAMETER = 'view'

/** The id of the view in an address; null without one. */
export const viewIn = (search: string): string | null => new URLSearchParams(search).get(VIEW_PARAMETER)
