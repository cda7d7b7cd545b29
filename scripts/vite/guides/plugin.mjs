import { posix } from 'node:path'
import { makeGuides } from './make.mjs'

/** Folder of the guides in the build. */
const FOLDER = 'guide'
/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.png': 'image/png', '.txt': 'text/plain' }

/**
 * Adds the guides of docs/ to the build, as pages; the development server makes them anew for each call.
 * @returns {import('vite').Plugin}
 */
export function guides() {
  return {
    name: 'guides',
    generateBundle() {
      for (const [name, source] of makeGuides())
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html'
        const content = makeGuides().get(name)
        if (content === undefined) return next()
        const type = TYPES[posix.extname(name)] ?? 'text/plain'
        response.setHeader('Content-Type', `${type}; charset=utf-8`)
        response.end(content)
      })
    },
  }
}
