import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { groups } from './scripts/vite/chunks.mjs'
import { precompress } from './scripts/vite/compress.mjs'
import { preload } from './scripts/vite/preload.mjs'

/** Named by an object, because else Vite would change the host, and the server take its pages for those of others. */
const server = { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` }

export default defineConfig({
  plugins: [react(), preload(), precompress()],
  resolve: {
    alias: {
      'jsonexport/dist/index.js': fileURLToPath(new URL('scripts/vite/noExport.mjs', import.meta.url)),
      inflection: fileURLToPath(new URL('scripts/vite/noInflection.mjs', import.meta.url)),
    },
  },
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/v2': server, '/config.json': server } },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // In kB: the code editor is one chunk of 3900, which loads where code is written.
    chunkSizeWarningLimit: 4500,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  worker: { format: 'es' },
  // Only workers import these: found at their first use, they would reload the page.
  optimizeDeps: {
    include: ['zxing-wasm/reader', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
})
