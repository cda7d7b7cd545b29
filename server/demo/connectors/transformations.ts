/** The newest readings of a device, as JSON. */
export const TELEMETRY = `// The newest readings of a post, as the screen in the packing hall takes them.
function main(job) {
  const { thermometer, hygrometer, system, network } = job.message.body
  // An answer to a downlink has no readings.
  if (!thermometer) return null

  return {
    method: 'POST',
    url: 'http://receiver.invalid/telemetry',
    header: { 'Content-Type': 'application/json' },
    data: {
      device: job.device.name,
      block: job.device.label.block,
      at: job.message.created_at,
      temperature: thermometer.temperature,
      humidity: hygrometer.humidity.measurements.at(-1).avg,
      battery: system.voltage_rest,
      signal: network.parameter.rsrp,
    },
  }
}
`

/** The newest level or flow of a device, as JSON. */
export const CONTROL_ROOM = `// The newest level or flow of a device, as the screens of the control room take them.
function main(job) {
  const { tank, meter, system } = job.message.body
  // An answer to a downlink has no readings.
  if (!tank && !meter) return null

  return {
    method: 'POST',
    url: 'http://receiver.invalid/telemetry',
    header: { 'Content-Type': 'application/json' },
    data: {
      device: job.device.name,
      district: job.device.label.district,
      at: job.message.created_at,
      ...tank,
      ...meter,
      battery: system.voltage_rest,
    },
  }
}
`

/** The readings for the inspector of goods, as JSON. */
export const HYGIENE_LOG = `// How cold the goods are kept, as the inspector reads it.
function main(job) {
  const { thermometer } = job.message.body
  if (!thermometer) return null

  const { warehouse, goods } = job.device.label
  return {
    method: 'POST',
    url: 'http://receiver.invalid/hygiene',
    header: { 'Content-Type': 'application/json' },
    data: { device: job.device.name, warehouse, goods, at: job.message.created_at, temperature: thermometer.temperature },
  }
}
`

/** Only messages that someone should look at; null for everything else. */
export const SCAB_ALERTS = `// Apple scab spreads where leaves stay wet. Tells of a report that was damp from its first reading to its last.
const DAMP = 68 // %

function main(job) {
  const readings = job.message.body.hygrometer?.humidity.measurements ?? []
  const driest = Math.min(...readings.map(({ min }) => min))
  if (readings.length === 0 || driest < DAMP) return null

  console.log(job.device.name, 'was never drier than', driest, '%')
  return {
    method: 'POST',
    url: 'http://receiver.invalid/alerts',
    header: { 'Content-Type': 'application/json' },
    data: {
      title: 'Risk of apple scab',
      text: \`\${job.device.name} (\${job.device.label.variety ?? 'mixed varieties'}): \${driest} % or more\`,
      since: new Date(readings[0].timestamp * 1000).toISOString(),
    },
  }
}
`

/** Every measurement on a line of CSV. */
export const LEDGER = `// Each measurement of a report on a line of its own: the water ledger imports nothing but CSV.
function main(job) {
  const { hygrometer } = job.message.body
  if (!hygrometer) return null

  const lines = hygrometer.temperature.measurements.map(({ timestamp, avg }, i) =>
    [new Date(timestamp * 1000).toISOString(), avg, hygrometer.humidity.measurements[i].avg].join(';'),
  )
  return {
    method: 'PUT',
    url: \`http://receiver.invalid/ledger/\${job.device.serial_number}\`,
    header: { 'Content-Type': 'text/csv; charset=utf-8' },
    data: ['time;temperature;humidity', ...lines].join('\\n'),
  }
}
`

/** Downlinks that people send to devices. */
export const AUDIT = `// Keeps a record of what people send to devices.
function main(job) {
  return {
    method: 'POST',
    url: 'http://receiver.invalid/audit',
    header: { 'Content-Type': 'application/json' },
    data: { device: job.device.name, type: job.message.type, sent: job.message.body },
  }
}
`

/** Messages as they are. */
export const ARCHIVE = `// Messages as they are, with the device that sent them.
function main(job) {
  return {
    method: 'POST',
    url: 'http://receiver.invalid/archive',
    header: { 'Content-Type': 'application/json', 'X-Device': job.device.serial_number },
    data: job.message,
  }
}
`
