/** Name in `/config.json` of the calls and fields that operate a connector: pauses, limits, overlapping secrets, and more. */
export const OPERATIONS_CAPABILITY = 'connector.operations'

/**
 * Name in `/config.json` of the call that returns only the operation of a connector, and of the filter of deliveries by replay
 * (`replay_id`), which came together.
 */
export const WATCH_CAPABILITY = 'connector.watch'

/** Name in `/config.json` of the call that sends waiting deliveries now, and of the filter of deliveries by device, which came together. */
export const SEND_CAPABILITY = 'deliveries.send'

/** Name in `/config.json` of connectors that publish to an MQTT broker, and of their fields. */
export const MQTT_CAPABILITY = 'connectors.mqtt'

/** Name in `/config.json` of the certificates with which connectors prove who they are (mTLS). */
export const CERTIFICATES_CAPABILITY = 'connector.certificates'

/** Name in `/config.json` of connectors that send several messages in one request, and of their fields. */
export const BATCHES_CAPABILITY = 'connector.batches'

/** Name in `/config.json` of the call that lists the versions of a connector's code. */
export const VERSIONS_CAPABILITY = 'connector.versions'

/** Name in `/config.json` of tests of connectors with a made-up alert. */
export const CONNECTOR_ALERT_TESTS_CAPABILITY = 'connector.alertTests'
