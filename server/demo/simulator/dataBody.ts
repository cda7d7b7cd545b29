import { DAY, HOUR, MINUTE } from '#contract/common/durations'
import { identity } from './identity'
import { batteryVoltage, housingTemperature, humidity, meter, tank, temperature } from './measures'
import { between, clamp, drift, pick, round, uniform } from './random'
import { aggregationInterval, reportInterval } from './settings'
import type { DeviceState, SimulatedDevice } from './types'

/** Smallest and largest number of measurements in one message. */
const MEASUREMENTS = { min: 6, max: 24 }

type Curve = (device: SimulatedDevice, time: number) => number

/** The readings of the last aggregation intervals, each with the time of its end. */
function measurements(device: SimulatedDevice, { settings }: DeviceState, now: number, curve: Curve) {
  const interval = aggregationInterval(settings) * 1000
  const { min, max } = MEASUREMENTS
  const count = clamp(Math.floor(reportInterval(settings) / aggregationInterval(settings)), min, max)
  const last = Math.floor(now / interval) * interval
  return Array.from({ length: count }, (_, i) => {
    const end = last - (count - 1 - i) * interval
    const middle = curve(device, end - interval / 2)
    const spread = between(0.02, 0.12, device.serialNumber, 'spread', end)
    return {
      timestamp: end / 1000,
      min: round(middle - spread, 2),
      max: round(middle + spread, 2),
      avg: round(middle + spread / 5, 2),
      mdn: round(middle, 2),
    }
  })
}

interface Cell {
  band: number
  earfcn: number
}
const CELLS: readonly [Cell, ...Cell[]] = [
  { band: 20, earfcn: 6300 },
  { band: 8, earfcn: 3625 },
  { band: 28, earfcn: 9435 },
]

/** The network as the modem reports it. A device changes between two cells. */
function networkParameter({ serialNumber }: SimulatedDevice, now: number) {
  const cell = uniform(serialNumber, 'cell', Math.floor(now / (6 * HOUR))) < 0.85 ? 'near' : 'far'
  const rsrp = Math.round(
    between(-112, -86, serialNumber, cell, 'rsrp') + 5 * drift(3 * HOUR, now, serialNumber, 'rsrp'),
  )
  return {
    eest: rsrp > -100 ? 7 : rsrp > -110 ? 6 : 5,
    ecl: rsrp > -105 ? 0 : rsrp > -113 ? 1 : 2,
    rsrp,
    rsrq: Math.round(-9 + 4 * drift(2 * HOUR, now, serialNumber, 'rsrq')),
    snr: Math.round(between(1, 9, serialNumber, cell, 'snr') + 4 * drift(HOUR, now, serialNumber, 'snr')),
    cid: Math.floor(between(0x10_0000, 0xff_ffff, serialNumber, cell, 'cid')),
    ...pick(CELLS, serialNumber, cell),
  }
}

/** Gravity acts along one axis; the orientation (1 to 6) is the axis and its sign. */
function accelerometer({ serialNumber }: SimulatedDevice, now: number) {
  const turned = uniform(serialNumber, 'turned', Math.floor(now / DAY)) < 0.03
  const orientation = pick([1, 2, 3, 4, 5, 6], serialNumber, turned ? 'turned' : 'mounted')
  const along = (axis: number) => {
    const gravity = Math.ceil(orientation / 2) === axis ? 9.81 * (orientation % 2 === 0 ? -1 : 1) : 0
    return round(gravity + 0.2 * drift(20 * MINUTE, now, serialNumber, 'axis', axis), 2)
  }
  return { acceleration_x: along(1), acceleration_y: along(2), acceleration_z: along(3), orientation }
}

/** Body of a `data` message. Rules, "How a device behaves". */
export function dataBody(device: SimulatedDevice, state: DeviceState, now: number) {
  const { serialNumber } = device
  const who = identity(device, state.firmware)
  const voltage = batteryVoltage(device, now)
  return {
    message: { version: 1, sequence: state.sequence, timestamp: Math.floor(now / 1000) },
    attribute: {
      vendor_name: who.vendor_name,
      product_name: who.product_name,
      hw_variant: who.hw_variant,
      hw_revision: who.hw_revision,
      fw_name: who.app_fw_name,
      fw_version: who.app_fw_version,
      serial_number: serialNumber,
    },
    system: {
      uptime: Math.floor((now - (state.bootedAt ?? now)) / 1000),
      voltage_rest: round(voltage, 3),
      voltage_load: round(voltage - between(0.11, 0.16, serialNumber, 'load', state.sequence), 3),
      current_load: Math.round(between(27, 31, serialNumber, 'current', state.sequence)),
    },
    network: {
      imei: Number(who.lte_imei),
      imsi: Number(who.lte_imsi),
      parameter: { ...networkParameter(device, now), plmn: who.plmn },
    },
    ...(state.outputs && { outputs: state.outputs }),
    ...(device.surroundings === 'reservoir' && { tank: tank(device, now) }),
    ...(device.surroundings === 'hall' && { meter: meter(device, now) }),
    thermometer: { temperature: round(temperature(device, now), 2) },
    accelerometer: accelerometer(device, now),
    hygrometer: {
      temperature: { measurements: measurements(device, state, now, housingTemperature) },
      humidity: { measurements: measurements(device, state, now, humidity) },
    },
  }
}
