/** Name in `/config.json` of the log of each device: notes with files, beside what the server knows of the device. */
export const DEVICE_LOG_CAPABILITY = 'device-log'

/** Name in `/config.json` of the support bundle of a device. */
export const BUNDLE_CAPABILITY = 'support-bundle'
