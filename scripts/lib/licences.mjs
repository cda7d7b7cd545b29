import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { path, readJson } from './project.mjs'

/** The folder of the package that a file belongs to; undefined for a file of the project. @param {string} file */
const packageOf = (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]

/** What a package contains and does not name itself. */
const CONTAINED = new Map([
  [
    'zxing-wasm',
    'It contains zxing-cpp (https://github.com/zxing-cpp/zxing-cpp) under the Apache License 2.0.\n\n',
  ],
])

/** Name, version and licence of a package, and the texts of its licence and notices. @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = readJson(path(folder, 'package.json'))
  const files = readdirSync(path(folder)).filter((name) =>
    /^(licen[cs]e|copying|notice|thirdparty)/i.test(name),
  )
  const texts = files.map((file) => readFileSync(join(path(folder), file), 'utf8').trim())
  const text = texts.join('\n\n') || 'The package has no text of its licence.'
  const quoted = text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')
  return `## ${name} ${version} (${license})\n\n${CONTAINED.get(name) ?? ''}${quoted}\n`
}

/** The notices of all packages that a bundle is made of. @param {string[]} files of the bundle, in the folder of the project */
export function licencesOf(files) {
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== undefined))
  return `# Licences of third parties\n\n${Array.from(folders).toSorted().map(noticeOf).join('\n')}`
}
