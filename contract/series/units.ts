/** Words of names that are units, with their symbols; null if the word stands for several. */
const UNIT_WORDS: readonly [words: string, symbol: string | null][] = [
  ['percent percentage pct', '%'],
  ['dbm', 'dBm'],
  ['db', 'dB'],
  ['celsius centigrade degc', '°C'],
  ['fahrenheit degf', '°F'],
  ['kelvin', 'K'],
  ['volt volts', 'V'],
  ['mv millivolt millivolts', 'mV'],
  ['kv', 'kV'],
  ['uv', 'µV'],
  ['ampere amperes amps', 'A'],
  ['ma milliamps', 'mA'],
  ['ua', 'µA'],
  ['watt watts', 'W'],
  ['kw', 'kW'],
  ['va', 'VA'],
  ['kva', 'kVA'],
  ['wh', 'Wh'],
  ['kwh', 'kWh'],
  ['kvarh', 'kvarh'],
  ['vah', 'VAh'],
  ['kvah', 'kVAh'],
  ['ah', 'Ah'],
  ['mah', 'mAh'],
  ['joule joules', 'J'],
  ['kj', 'kJ'],
  ['mj', 'MJ'],
  ['gj', 'GJ'],
  // Milli or mega, and which kind of calories: the letters do not say.
  ['mw mwh mvah mvarh cal kcal mcal gcal', null],
  ['pa', 'Pa'],
  ['hpa', 'hPa'],
  ['kpa', 'kPa'],
  ['mpa', 'MPa'],
  ['bar', 'bar'],
  ['mbar', 'mbar'],
  ['psi', 'psi'],
  ['mmhg', 'mmHg'],
  ['ppm', 'ppm'],
  ['ppb', 'ppb'],
  ['ugm3', 'µg/m³'],
  ['mgm3', 'mg/m³'],
  ['gm3', 'g/m³'],
  ['lux lx', 'lx'],
  ['klx', 'klx'],
  ['hz', 'Hz'],
  ['khz', 'kHz'],
  ['mhz', 'MHz'],
  ['ghz', 'GHz'],
  ['rpm', 'rpm'],
  ['ms millis milliseconds', 'ms'],
  ['us microseconds', 'µs'],
  ['sec secs seconds', 's'],
  ['mins minutes', 'min'],
  ['hr hrs hours', 'h'],
  ['days', 'd'],
  ['mm millimeters millimetres', 'mm'],
  ['cm centimeters centimetres', 'cm'],
  ['meters metres', 'm'],
  ['km kilometers kilometres', 'km'],
  ['ft feet', 'ft'],
  ['inch inches', 'in'],
  ['m2', 'm²'],
  ['m3', 'm³'],
  ['ml', 'ml'],
  ['liter liters litres', 'l'],
  ['gal gallons', 'gal'],
  ['lpm', 'l/min'],
  ['lph', 'l/h'],
  ['m3h', 'm³/h'],
  ['mg', 'mg'],
  ['gram grams', 'g'],
  ['kg', 'kg'],
  ['kmh kph', 'km/h'],
  ['mph', 'mph'],
  ['mps', 'm/s'],
  ['ms2 mps2', 'm/s²'],
  ['deg degrees', '°'],
  ['rad', 'rad'],
]
const WORD_UNITS = new Map(
  UNIT_WORDS.flatMap(([words, symbol]) =>
    words.split(' ').map((word): [string, string | null] => [word, symbol]),
  ),
)

/** A quantity by words of names, its default unit, and the units that it can have, some of which are single letters. */
interface Quantity {
  words: string
  unit: string | null
  units: string
}

const QUANTITIES: readonly Quantity[] = [
  { words: 'rssi rsrp txpower', unit: 'dBm', units: 'dBm dB' },
  { words: 'snr sinr rsrq', unit: 'dB', units: 'dB' },
  { words: 'temperature temp dewpoint', unit: '°C', units: '°C °F K' },
  { words: 'humidity moisture', unit: '%', units: '% g/m³' },
  { words: 'voltage', unit: 'V', units: 'V mV kV µV' },
  { words: 'current', unit: null, units: 'A mA µA' },
  { words: 'power', unit: null, units: 'W kW VA kVA dBm' },
  { words: 'energy', unit: null, units: 'Wh kWh kvarh VAh kVAh J kJ MJ GJ' },
  { words: 'capacity charge', unit: null, units: 'Ah mAh Wh kWh' },
  { words: 'pressure', unit: null, units: 'Pa hPa kPa MPa bar mbar psi mmHg' },
  { words: 'co2', unit: 'ppm', units: 'ppm ppb mg/m³' },
  { words: 'voc tvoc', unit: null, units: 'ppm ppb µg/m³ mg/m³' },
  { words: 'illuminance', unit: 'lx', units: 'lx klx' },
  { words: 'light', unit: null, units: 'lx klx' },
  { words: 'altitude elevation', unit: 'm', units: 'mm cm m km ft' },
  { words: 'distance depth height length', unit: null, units: 'mm cm m km ft in' },
  { words: 'latitude longitude heading tilt', unit: '°', units: '° rad' },
  { words: 'angle', unit: null, units: '° rad' },
  { words: 'acceleration', unit: 'm/s²', units: 'm/s² g mg' },
  { words: 'speed gust velocity', unit: null, units: 'm/s km/h mph rpm' },
  // Siemens, which the letter of seconds stands for.
  { words: 'conductivity ec', unit: null, units: '' },
  { words: 'uptime', unit: 's', units: 'µs ms s min h d' },
  {
    words: 'time duration interval period age timeout delay latency runtime',
    unit: null,
    units: 'µs ms s min h d',
  },
  { words: 'volume', unit: null, units: 'ml l m³ gal' },
  { words: 'flow', unit: null, units: 'l/min l/h m³/h' },
  { words: 'weight mass', unit: null, units: 'mg g kg' },
]
const QUANTITY_OF = new Map(
  QUANTITIES.flatMap(({ words, unit, units }) =>
    words.split(' ').map((word) => [word, { unit, units: new Set(units.split(' ')) }] as const),
  ),
)

/** Units of one letter, which may as well be an axis, a phase or a channel: they count only with a quantity that has them. */
const LETTERS = new Map(
  Object.entries({
    c: '°C',
    f: '°F',
    k: 'K',
    v: 'V',
    w: 'W',
    s: 's',
    h: 'h',
    d: 'd',
    m: 'm',
    g: 'g',
    l: 'l',
    j: 'J',
  }),
)

/** Words that are units only with a quantity that has them. */
const UNSURE = new Set(['us', 'bar', 'deg', 'degrees', 'gal', 'rad'])

/** Words behind a quantity or a unit that say where or when it was measured, or which of its statistics it is. */
const BESIDE =
  /^(?:\d+|[a-z]|[a-df-wyz]\d|value|avg|mean|mdn|median|last|max|min|now|in|out|top|air|hot|low|set|rms|left|rest|load|total|sum)$/
/** Words behind a quantity that change it or its unit: its thousandths, ten times as much. */
const OTHERWISE =
  /^(?:raw|adc|count|counter|counts|index|code|level|id|ids|type|mode|class|cost|price|rate|ratio|per|change|trend|slope|gradient|squared|score|status|state|alarm|alarms|abnormal|alert|error|errors|fault|flag|ok|valid|enabled|quality|samples|step|steps|ticks|units?|second|minute|hour|day|date|timestamp|scaled?|factor|multiplier|tenths|hundredths|thousandths|(?:x|e|div|mul|times)\d+|(?:nano|micro|milli|centi|deci|kilo|mega|giga).*)$/
/** Words before a quantity that change it. */
const BEFORE = new Set(['absolute', 'color', 'colour', 'specific'])

/** Words and letters that change the unit before or behind them: `g_m3`, `mm_h`, `milli_volt`, `wh_per_km`. */
const MULTIPLES = /^(?:per|nano|micro|milli|centi|deci|kilo|mega|giga)$/
const DIVISORS = /^(?:per|[dhlms]|s2|l?100km)$/

const isUnit = (word: string) => WORD_UNITS.has(word)
const isPart = (before = '', behind = '') =>
  MULTIPLES.test(before) || isUnit(before) || DIVISORS.test(behind) || isUnit(behind)

/** The symbol of a word that is a unit; null if it may as well be something else, undefined for any other word. */
function symbolOf(word: string, quantity: { units: ReadonlySet<string> } | undefined) {
  const letter = LETTERS.get(word)
  if (letter !== undefined && quantity?.units.has(letter)) return letter
  const symbol = WORD_UNITS.get(word)
  if (typeof symbol !== 'string') return symbol
  if (!quantity) return UNSURE.has(word) ? null : symbol
  return quantity.units.has(symbol) || symbol === '%' ? symbol : null
}

/**
 * The unit in the words of a name: that behind the quantity, such as `mv`, otherwise the usual one of the quantity. Null if there is none,
 * or it may mean several: an unknown short word may be a unit.
 */
export function unitIn(words: readonly string[]): string | null {
  const at = words.findLastIndex((word) => QUANTITY_OF.has(word))
  const quantity = QUANTITY_OF.get(words[at] ?? '')
  let isSure = true
  for (let i = words.length - 1; i > at; i--) {
    const word = words[i] ?? ''
    const symbol = symbolOf(word, quantity)
    if (symbol !== undefined) return isPart(i > at + 1 ? words[i - 1] : '', words[i + 1]) ? null : symbol
    if (OTHERWISE.test(word)) return null
    const isMinutes = word === 'min' && quantity?.units.has('min')
    // Ten times as much, as in `10mv`.
    const isMany = /^\d+./.test(word) && quantity && symbolOf(word.replace(/^\d+/, ''), quantity)
    isSure &&= !isMinutes && !isMany && (BESIDE.test(word) || (word.length > 3 && quantity !== undefined))
    if (!isSure && !quantity) return null
  }
  if (!quantity || !isSure) return null
  const isOther = (word: string) => BEFORE.has(word) || quantity.units.has(WORD_UNITS.get(word) ?? '')
  return words.slice(0, at).some(isOther) ? null : quantity.unit
}
