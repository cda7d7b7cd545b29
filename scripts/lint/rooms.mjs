import { posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Which folder may import which. `from` matches a file, `forbids` what it imports:
 * a path in the project (without extension, with a slash at its end), `npm:<package>` or `node:<module>`.
 *
 * @type {{ why: string, from: RegExp, forbids: (target: string, from: RegExpMatchArray) => boolean }[]}
 */
const RULES = [
  {
    why: 'contract imports zod and itself.',
    from: /^contract\//,
    forbids: (target) => !/^contract\/|^npm:zod$/.test(target),
  },
  {
    why: 'sandbox imports the contract and its engine.',
    from: /^sandbox\//,
    forbids: (target) => !/^(contract|sandbox)\/|^npm:(quickjs-emscripten-core$|@jitl\/)/.test(target),
  },
  {
    why: 'The console never imports the server, nor a module of Node.',
    from: /^src\//,
    forbids: (target) => /^(server|scripts)\/|^node:/.test(target),
  },
  {
    why: 'Resources and pages never import each other. What both need, words as well, belongs to components.',
    from: /^src\/(?:resources|pages)\/[^/]+\//,
    forbids: (target, [own]) => /^src\/(resources|pages)\//.test(target) && !target.startsWith(own),
  },
  {
    why: 'Shared parts know no resource, page or layout.',
    from: /^src\/(components|dataProvider|authProvider|theme)\/|^src\/[^/]+\.ts$/,
    forbids: (target) => /^src\/(resources|pages|layout)\//.test(target),
  },
  {
    why: 'i18n knows nothing above it but types: its index those of the messages that are always loaded.',
    from: /^src\/i18n\/(index)?/,
    forbids: (target, [, index]) =>
      /^src\/(resources|pages|layout|components)\//.test(target) &&
      !(index && target.endsWith('/messages.en/')),
  },
  {
    why: 'The layout knows resources from their registry only, and no page.',
    from: /^src\/layout\//,
    forbids: (target) => /^src\/(resources\/(?!registry\/)|pages\/)/.test(target),
  },
  {
    why: 'The server never imports the console.',
    from: /^server\//,
    forbids: (target) => /^(src|scripts)\/|^npm:(react|react-dom|react-admin|ra-.*|@mui\/.*)$/.test(target),
  },
  {
    why: 'Routes, middleware and workers call services; only services call the database.',
    from: /^server\/(routes|middleware|workers)\//,
    forbids: (target) => target.startsWith('server/db/'),
  },
  {
    why: 'Services know neither HTTP routes nor workers.',
    from: /^server\/services\//,
    forbids: (target) => /^server\/(routes|middleware|workers|demo|app|main)\//.test(target),
  },
  {
    why: 'The database knows nothing above it, but where its files are.',
    from: /^server\/db\//,
    forbids: (target) => /^server\/(?!db\/|installation\/)/.test(target),
  },
  {
    why: 'Only main.ts starts the server, and only the program of the package imports it.',
    from: /^(src|server)\/(?!spaceport\.ts$)/,
    forbids: (target) => /^(src|server)\/main\//.test(target),
  },
  {
    why: 'Nothing imports tests, except a unit test that takes a builder from tests/support.',
    from: /^(contract|sandbox|src|server|scripts)\//,
    forbids: (target) => target.startsWith('tests/'),
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The target of an import in a file of the project. @param {string} file @param {string} specifier */
export function targetOf(file, specifier) {
  if (specifier.startsWith('.')) return `${posix.join(posix.dirname(file), specifier)}/`
  if (specifier === '#contract') return 'contract/api/'
  if (specifier === '#sandbox') return 'sandbox/index/'
  if (/^#(contract|sandbox)\//.test(specifier)) return `${specifier.slice(1)}/`
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`
}

/** A unit test may import packages, Node's modules, tests/support, and texts as examples. @param {string} file @param {string} target */
const isForTest = (file, target) =>
  /\.test\.tsx?$/.test(file) && /^(npm:|node:|tests\/support\/)|\/texts\/$/.test(target)

/** Why a file of the project may not import something; undefined if it may. @param {string} file @param {string} specifier */
export function objection(file, specifier) {
  const target = targetOf(file, specifier)
  if (isForTest(file, target)) return undefined
  return RULES.find(({ from, forbids }) => {
    const match = file.match(from)
    return match && forbids(target, match)
  })?.why
}

/** Enforces these rules for static, dynamic, type and re-exporting imports. */
const imports = {
  /** @param {{ filename: string, report: (problem: object) => void }} context */
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/')
    /** @param {{ source?: { value?: unknown } | null }} node */
    const check = (node) => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const message = objection(file, specifier)
      if (message) context.report({ node, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}

export default { meta: { name: 'rooms' }, rules: { imports } }
