/** Most messages about alerts of a space that a person gets in an hour one by one; the others are told together at its end. */
export const TOLD_PER_HOUR = 30

/** From so many openings of a rule within an hour on, each after the end of the one before, it is flapping. */
export const FLAPPING_OPENINGS = 4

/** Of so many alerts of a space, the newest, the bell has notices. */
export const NOTICE_ALERTS = 1000
