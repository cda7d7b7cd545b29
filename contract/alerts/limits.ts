/** Most messages about alerts of a space that a person gets separately in an hour; the others are sent together at its end. */
export const SEPARATE_PER_HOUR = 30

/** Newest alerts of a space that have notices in the bell. */
export const NOTICE_ALERTS = 1000
