export { deadLink, findLink, invitationLink } from './links'
export { openPost, type Post } from './post'
