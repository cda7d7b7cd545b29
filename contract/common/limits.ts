/** Most rows of one list answer, and the limit that whole-list calls send. Rules, "Limits". */
export const LIST_LIMIT = 1000
/** Shortest name of a space, device, tag, key or connector. Rules, "Names". */
export const NAME_MIN_LENGTH = 3
/** Shortest password. Rules, "Limits". */
export const PASSWORD_MIN_LENGTH = 5
/** Longest minimum length that an administrator may require instead. */
export const PASSWORD_MIN_LENGTH_MOST = 64
/** Longest e-mail address (RFC 5321, section 4.5.3.1.3, without the brackets). */
export const EMAIL_MAX_LENGTH = 254
/** Longest comment of a device or a variable, in characters. Rules, "Limits". */
export const COMMENT_MAX_LENGTH = 500
/** Longest other free text: names of people, labels, companies. */
export const TEXT_MAX_LENGTH = 255
/** Longest path of a series, in characters. */
export const PATH_MAX_LENGTH = 300
/** Largest request body, in bytes; a larger one is answered with 413. */
export const BODY_MAX_BYTES = 1024 * 1024
/** Limits of a JSON body: levels of nested lists and objects, and the number of commas and opening brackets. */
export const JSON_MAX = { levels: 100, marks: 250_000 }
