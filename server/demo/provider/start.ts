import { NEUTRAL_ICON, type ProviderSettings } from '../../config/providers'
import { DEMO_PEOPLE, DEMO_PROVIDER } from './people'

const CLIENT = 'console'

/** Loads the provider, which servers without the demo do not need. It warns about Node.js 20, with which its tests pass. */
async function loadProvider() {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await import('.')
  } finally {
    console.warn = warn
  }
}

/**
 * Starts the demo's own identity provider, on the port or, if that is taken, on any free one.
 * @param redirectUri where people come back to
 */
export async function startDemoProvider(
  port: number,
  redirectUri: string,
): Promise<{ settings: ProviderSettings; stop: () => Promise<void> }> {
  const { startProvider } = await loadProvider()
  const start = (at: number) =>
    startProvider({
      port: at,
      title: 'Demo identity provider',
      clientId: CLIENT,
      redirectUris: [redirectUri],
      people: DEMO_PEOPLE,
    })
  const provider = await start(port).catch(() => start(0))
  const settings: ProviderSettings = {
    id: DEMO_PROVIDER,
    name: 'Demo identity',
    icon: NEUTRAL_ICON,
    issuer: provider.issuer,
    clientId: CLIENT,
    scope: 'openid email profile',
    isLocal: true,
  }
  return { settings, stop: () => provider.stop() }
}
