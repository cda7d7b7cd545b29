/** What mqtt.js reads packets with; its types leave this file out. */
declare module 'mqtt-packet/constants.js' {
  type Codes = Record<number, string>
  const constants: { MQTT5_PUBACK_PUBREC_CODES: Codes; MQTT5_DISCONNECT_CODES: Readonly<Codes> }
  export default constants
}
