import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { Deps } from '../deps'
import { isFromHere } from '../http/here'
import { type StoredFile, send, sendFile } from '../http/send'
import { contentSecurityPolicy, OF_DOCUMENTS, WASM_WORKER_POLICY } from '../middleware/headers'
import { isOpenTo } from '../services/accounts/oidc/providers'
import { watchFirstAdmin } from '../services/accounts/setup'
import { faultsOf, machineFaults, unreadiness } from '../services/administration/health'

const NONCE_PLACE = '__CSP_NONCE__'
const HASHED = /^\/assets\/[\w.-]+-[\w-]{7,8}\.\w+$/
/** A part of a page: not a document, and not the script of a worker. */
const PART = /^\/assets\/(?![^/]*worker)[^/]+\.(js|css|woff2)$/
/** Scripts of workers whose sources are named `….wasm-worker`. */
const WASM_WORKER = /^\/assets\/[^/]+\.wasm-worker-[\w-]{8}\.js$/

/** The console's files, `/config.json` and `/health`. */
export function siteRoutes(app: OpenAPIHono, deps: Deps) {
  const { settings } = deps
  const needsAdmin = watchFirstAdmin(deps)
  app.get('/config.json', async (c) => {
    const origin = { isFromHere: () => isFromHere(c) }
    const providers = deps.providers.list().filter((provider) => isOpenTo(provider, origin)).length
    const config = { ...settings.console, providers, needsAdmin: await needsAdmin() }
    c.header('Cache-Control', 'no-cache')
    return send(c, JSON.stringify(config), 'application/json')
  })
  app.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifestOf(settings.console.productName)), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache',
    }),
  )
  app.get('/health', async (c) => {
    if (deps.isStopping()) return c.text('the server stops', 503, NOT_STORED)
    const reason = await unreadiness(deps)
    return reason === null
      ? c.text(['ok', ...(await faultsOf(deps))].join('; '), 200, NOT_STORED)
      : c.text([reason, ...(await machineFaults(deps))].join('; '), 503, NOT_STORED)
  })
  const page = pageOf(deps)
  app.get('/', page)
  app.get('/index.html', page)
  app.get('/assets/*', hashedFiles(settings.dist))
  // The links of the guides are relative.
  app.get('/guide', (c) => c.redirect('/guide/'))
  app.use(
    serveStatic({
      root: settings.dist,
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', 'no-cache'),
    }),
  )
  // A path without an extension is a page of the console; other missing paths are not found.
  app.get('*', (c) => {
    const name = c.req.path.slice(c.req.path.lastIndexOf('/'))
    const isPage = !name.includes('.') && !/^\/(v2|assets|guide)(\/|$)/.test(c.req.path)
    return isPage ? page(c) : c.notFound()
  })
}

/** The console's manifest for a home screen. */
const manifestOf = (name: string) => ({
  name,
  short_name: name,
  id: '/',
  start_url: '/',
  display: 'standalone',
  background_color: '#f6f7fb',
  theme_color: '#f6f7fb',
  icons: [192, 512].map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
})

/** Files whose names have a hash of their content: each is read once. */
function hashedFiles(dist: string): MiddlewareHandler {
  const files = new Map<string, Promise<StoredFile | null>>()
  return async (c, next) => {
    const { path } = c.req
    if (!HASHED.test(path)) return next()
    const reading = files.get(path) ?? readStored(join(dist, path))
    files.set(path, reading)
    const file = await reading
    if (!file) {
      files.delete(path)
      return next()
    }
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Content-Type', getMimeType(path) ?? 'application/octet-stream')
    // A first page has ten of these files: the headers would be a fortieth of its bytes.
    if (PART.test(path)) for (const name of OF_DOCUMENTS) c.header(name, undefined)
    if (WASM_WORKER.test(path)) c.header('Content-Security-Policy', WASM_WORKER_POLICY)
    return sendFile(c, file)
  }
}

const readMaybe = (path: string) =>
  readFile(path).then(
    (bytes) => new Uint8Array(bytes),
    () => null,
  )

async function readStored(path: string): Promise<StoredFile | null> {
  const [plain, brotli] = await Promise.all([readMaybe(path), readMaybe(`${path}.br`)])
  return plain && { plain, brotli }
}

const NOT_STORED = { 'Cache-Control': 'no-store' }

/** Where people come back from an identity provider, perhaps in a window that another one has opened. */
const CALLBACK = /^\/callback\/?$/

/** The page of guest links, which neither search engines nor caches keep. */
const GUEST = /^\/guest\/?$/i

/** The console's page. Each answer has its own nonce. */
function pageOf({ settings }: Deps) {
  return async (c: Context) => {
    const html = await readFile(join(settings.dist, 'index.html'), 'utf8').catch(() => undefined)
    if (html === undefined) return c.text('the console is not built; run npm run build', 404)
    const nonce = randomBytes(16).toString('base64')
    c.header('Content-Security-Policy', contentSecurityPolicy(settings, `nonce-${nonce}`))
    const isOfGuests = GUEST.test(c.req.path)
    c.header('Cache-Control', isOfGuests ? 'no-store' : 'no-cache')
    if (isOfGuests) c.header('X-Robots-Tag', 'noindex')
    if (CALLBACK.test(c.req.path)) c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    return send(c, html.replaceAll(NONCE_PLACE, nonce), 'text/html; charset=UTF-8')
  }
}
