/**
 * Name in `/config.json` of a server whose lists cost no more than they answer: counts stop at `at_most`, and a list of large messages is
 * read in small pages. Other servers get the calls of the specifications.
 */
export const BOUNDED_LISTS_CAPABILITY = 'bounded-lists'

/** Name in `/config.json` of a server that describes its calls at `/v2/documentation`. */
export const DOCUMENTATION_CAPABILITY = 'documentation'

/** Name in `/config.json` of a server that searches variables by words, and sorts them by the rules of a language. */
export const LANGUAGE_CAPABILITY = 'language-order'

/** Name in `/config.json` of a server that filters devices by serial number, and lists of administrators by text and by role. */
export const LIST_FILTERS_CAPABILITY = 'list-filters'
