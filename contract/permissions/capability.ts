/**
 * Name in `/config.json` of a server where people and keys can be in a space until a time, and people with tags and permissions of their
 * own, as keys have them. Rules, "Roles and permissions".
 */
export const ACCESS_LIMITS_CAPABILITY = 'access-limits'
