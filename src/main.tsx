import './zod'
import './theme/firstLoad.css'
import './theme/fonts.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Brand } from '#contract/config/brand'
import { API_BASE_KEY, resolveApiBase } from './apiBase'
import { getToken } from './authProvider/session'
import { Console, preloadConsole } from './Console'
import { watchLoadFailures } from './components/lazyPart'
import { ConfigProvider, loadConfig } from './config'
import { ClientProvider, createClient } from './dataProvider/client'
import { ErrorBoundary, ErrorPage } from './pages/error/ErrorPage'
import { currentLanguage } from './preferences'
import { localKeeper } from './storage'
import { ThemeRoot } from './theme'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchLoadFailures()

/** Milliseconds to wait for the page's code before its loading state shows. */
const PATIENCE = 400

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE))

/** Our own colours are built in; code for any others loads on demand. */
const brandOf = async (accent: string) => (await import('#contract/config/brand')).brandOf(accent)

async function start(): Promise<{ brand?: Brand; content: ReactNode }> {
  const [config] = await Promise.all([loadConfig(), Promise.race([preloadConsole(), patience()])])
  document.title = config.productName
  const base = resolveApiBase(config.apiBase, localKeeper.getItem(API_BASE_KEY), window.location.host)
  const content = (
    <ConfigProvider value={config}>
      <ClientProvider value={createClient(base, getToken, currentLanguage)}>
        <Console />
      </ClientProvider>
    </ConfigProvider>
  )
  return { content, ...(config.accent !== null && { brand: await brandOf(config.accent) }) }
}

const { brand, content } = await start().catch((error: unknown) => ({
  brand: undefined,
  content: <ErrorPage error={error} />,
}))

createRoot(root).render(
  <StrictMode>
    <ThemeRoot brand={brand}>
      <ErrorBoundary>{content}</ErrorBoundary>
    </ThemeRoot>
  </StrictMode>,
)
