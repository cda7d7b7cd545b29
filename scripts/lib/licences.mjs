import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { path, readJson } from './project.mjs'

/** The folder of the package that a file belongs to; undefined for a file of the project. @param {string} file */
const packageOf = (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]

/** Name, version and licence of a package, and the text of its licence. @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = readJson(path(folder, 'package.json'))
  const file = readdirSync(path(folder)).find((name) => /^(licen[cs]e|copying)/i.test(name))
  const text = file
    ? readFileSync(join(path(folder), file), 'utf8').trim()
    : 'The package has no text of its licence.'
  return `## ${name} ${version} (${license})\n\n${text.replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')}\n`
}

/** The notices of all packages that a bundle is made of. @param {string[]} files of the bundle */
export function licencesOf(files) {
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== undefined))
  return `# Licences of third parties\n\n${Array.from(folders).toSorted().map(noticeOf).join('\n')}`
}
