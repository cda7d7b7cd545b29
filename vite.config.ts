import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groups } from './scripts/vite/chunks.mjs'
import { precompress } from './scripts/vite/compress.mjs'
import { guides } from './scripts/vite/guides/plugin.mjs'
import { licences } from './scripts/vite/licences.mjs'
import { preload } from './scripts/vite/preload.mjs'
import { withoutDocumentation } from './scripts/vite/withoutDocumentation.mjs'
import { withoutFacades } from './scripts/vite/withoutFacades.mjs'

/** An object, not a URL: with a URL, Vite changes the `Host` header, and the server sees cross-origin requests. */
const server = { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The package always resolves to its development build, which warns; the production build lies beside it. */
const routerWithoutWarnings = [
  { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: here('node_modules/react-router/dist/production/dom-export.mjs'),
  },
]

/** No package name matches these patterns, so tests, which import whole packages, are not affected. */
const zodWithoutJsonSchema = [
  { find: /^\.\.?\/(core\/)?to-json-schema\.js$/, replacement: here('scripts/vite/noJsonSchema.mjs') },
  {
    find: /^\.\.?\/(core\/)?json-schema-processors\.js$/,
    replacement: here('scripts/vite/noJsonSchemaProcessors.mjs'),
  },
]

const licencesOf = licences()

export default defineConfig(({ command }) => ({
  plugins: [
    withoutDocumentation(),
    react(),
    preload(),
    withoutFacades(),
    guides(),
    licencesOf.page,
    precompress(),
  ],
  resolve: {
    alias: [
      { find: 'jsonexport/dist/index.js', replacement: here('scripts/vite/noExport.mjs') },
      { find: 'hoist-non-react-statics', replacement: here('scripts/vite/noStatics.mjs') },
      { find: 'inflection', replacement: here('scripts/vite/noInflection.mjs') },
      { find: 'query-string', replacement: here('scripts/vite/queryString.mjs') },
      // The same functions, a third of the size.
      { find: /^lodash\/(\w+)\.js$/, replacement: 'es-toolkit/compat/$1' },
      ...(command === 'build' ? [...routerWithoutWarnings, ...zodWithoutJsonSchema] : []),
    ],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/v2': server, '/config.json': server, '/manifest.webmanifest': server } },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // In the page it would cost everyone who prints nothing.
    assetsInlineLimit: (file) => (file.endsWith('print.css') ? false : undefined),
    reportCompressedSize: false,
    // In kB. The code editor is one chunk of 3900 kB, which loads on demand.
    chunkSizeWarningLimit: 4500,
    // The first load lists one text file per folder. Hashes do not compress, so keep them short.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups } } },
  },
  worker: { format: 'es', plugins: () => [licencesOf.workers] },
  // Only workers import these. Without this, Vite would find them at first use and reload the page.
  optimizeDeps: {
    include: ['zxing-wasm/reader', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
}))
