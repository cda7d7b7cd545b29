/** Host and port of a broker. */
interface BrokerAddress {
  host: string
  port: number
  isSecure: boolean
}

const PORTS = { plain: 1883, secure: 8883 }

/** Reads the address of a broker. Throws if it is not an address. */
export function brokerAddressOf(url: string): BrokerAddress {
  const isSecure = /^mqtts:/i.test(url)
  const [, port] = /:(\d+)\/?$/.exec(url) ?? []
  // Hosts of HTTP are read the same way everywhere.
  const { hostname } = new URL(url.replace(/^mqtt/i, 'http'))
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === undefined ? PORTS[isSecure ? 'secure' : 'plain'] : Number(port),
    isSecure,
  }
}
