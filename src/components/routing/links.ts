/** Query parameter of a connector's preview: the message that its code is tried on. */
export const SAMPLE_MESSAGE = 'message'

/** Address at which a connector's code is tried on a message. Spec 1, section 4, "Connector preview tab". */
export const previewLink = (spaceId: string, connectorId: string, messageId: string) =>
  `/space/${spaceId}/connectors/${connectorId}?edit=true&tab=preview&${SAMPLE_MESSAGE}=${messageId}`
