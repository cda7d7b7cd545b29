import './zod'
import './theme/firstLoad.css'
import './theme/fonts.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getToken } from './authProvider/session'
import { Console, preloadConsole } from './Console'
import { watchLoadFailures } from './components/lazyPart'
import { API_BASE_KEY, ConfigProvider, loadConfig, resolveApiBase } from './config'
import { ClientProvider, createClient } from './dataProvider/client'
import { ErrorBoundary, ErrorPage } from './pages/error/ErrorPage'
import { currentLanguage } from './preferences'
import { localKeeper } from './storage'
import { ThemeRoot } from './theme'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchLoadFailures()

/** Milliseconds after which a page that still loads says so. */
const PATIENCE = 400

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE))

async function start(): Promise<ReactNode> {
  const [config] = await Promise.all([loadConfig(), Promise.race([preloadConsole(), patience()])])
  document.title = config.productName
  const base = resolveApiBase(config.apiBase, localKeeper.getItem(API_BASE_KEY), window.location.host)
  return (
    <ConfigProvider value={config}>
      <ClientProvider value={createClient(base, getToken, currentLanguage)}>
        <Console />
      </ClientProvider>
    </ConfigProvider>
  )
}

const content = await start().catch((error: unknown) => <ErrorPage error={error} />)

createRoot(root).render(
  <StrictMode>
    <ThemeRoot>
      <ErrorBoundary>{content}</ErrorBoundary>
    </ThemeRoot>
  </StrictMode>,
)
