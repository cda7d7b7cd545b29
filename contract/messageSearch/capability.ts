/** Name in `/config.json` of the search in the bodies of messages. */
export const MESSAGE_SEARCH_CAPABILITY = 'message-search'
