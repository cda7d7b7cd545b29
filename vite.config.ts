import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groups } from './scripts/vite/chunks.mjs'
import { precompress } from './scripts/vite/compress.mjs'
import { preload } from './scripts/vite/preload.mjs'
import { withoutDocumentation } from './scripts/vite/withoutDocumentation.mjs'

/** Named by an object, because else Vite would change the host, and the server take its pages for those of others. */
const server = { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The package names its build with warnings for developers in every case, and ships the one without them beside it. */
const routerWithoutWarnings = [
  { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: here('node_modules/react-router/dist/production/dom-export.mjs'),
  },
]

/** No name of a package matches, so tests, which take packages as they are, do not see it. */
const zodWithoutJsonSchema = [
  { find: /^\.\.?\/(core\/)?to-json-schema\.js$/, replacement: here('scripts/vite/noJsonSchema.mjs') },
  {
    find: /^\.\.?\/(core\/)?json-schema-processors\.js$/,
    replacement: here('scripts/vite/noJsonSchemaProcessors.mjs'),
  },
]

export default defineConfig(({ command }) => ({
  plugins: [withoutDocumentation(), react(), preload(), precompress()],
  resolve: {
    alias: [
      { find: 'jsonexport/dist/index.js', replacement: here('scripts/vite/noExport.mjs') },
      { find: 'inflection', replacement: here('scripts/vite/noInflection.mjs') },
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
    reportCompressedSize: false,
    // In kB: the code editor is one chunk of 3900, which loads where code is written.
    chunkSizeWarningLimit: 4500,
    // The first load names a file for the texts of each folder: a longer hash there is what nobody can compress.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
  // Only workers import these: found at their first use, they would reload the page.
  optimizeDeps: {
    include: ['zxing-wasm/reader', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
}))
