import type { Device } from '#contract/devices'
import { afterPaint, type Control, firstRow } from './control'
import { SPACE_ID } from './rows'
import type { fakeServer } from './server'

const COPY = 'M16 1H4c-1.1 0-2 .9-2 2v14h2V3h12V1zm3 4H8c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h11V7z'
const EDIT = 'M3 17.25V21h3.75L17.8 9.94l-3.75-3.75zM20.7 7.04 18.4 4.6l-1.8 1.8 3.7 3.7z'

const style = `
  body { font: 14px system-ui, sans-serif; margin: 24px }
  main { max-height: 80vh; overflow: auto; border: 1px solid #ddd }
  table { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0 }
  th { position: sticky; top: 0; background: white; text-align: left; padding: 8px 12px }
  td { padding: 12px; border-top: 1px solid #ddd; overflow-wrap: anywhere }
  button { border: 0; background: none; padding: 5px; border-radius: 50% }
  li { display: inline-block; padding: 0 8px; border-radius: 10px; font-size: 12px; line-height: 20px }
  ul { margin: 0; padding: 0; display: inline-flex; flex-wrap: wrap; gap: 4px }
  svg { width: 16px; height: 16px; display: block }
`

type Attributes = Record<string, string>

function element(name: string, attributes: Attributes, ...children: (Node | string)[]) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const NAMESPACE = 'http://www.w3.org/2000/svg'

function icon(path: string) {
  const svg = document.createElementNS(NAMESPACE, 'svg')
  const shape = document.createElementNS(NAMESPACE, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  shape.setAttribute('d', path)
  svg.append(shape)
  return svg
}

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const time = (value: string | null) =>
  value ? element('time', { datetime: value }, format.format(new Date(value))) : 'never'

/** The cells of the console's device list. */
function cells({ id, name, comment, tags, serial_number, ...device }: Device) {
  const page = `/space/${SPACE_ID}/devices/${id}`
  const action = (href: string, label: string) =>
    element('a', { href, 'aria-label': label, title: label }, icon(EDIT))
  return [
    element('input', { type: 'checkbox', 'aria-label': `Select ${name}` }),
    element('a', { href: page }, name),
    element('span', { title: comment ?? '' }, comment ?? ''),
    element('span', {}, `…${id.slice(-15)}`, element('button', { 'aria-label': 'Copy id' }, icon(COPY))),
    element('ul', {}, ...tags.map((tag) => element('li', { style: `background:${tag.color}` }, tag.name))),
    serial_number,
    time(device.last_seen),
    device.session_id ? time(new Date(device.session_id * 1000).toISOString()) : 'none',
    time(device.created_at),
    element('span', {}, action(page, `Show ${name}`), action(`${page}?edit=true`, `Edit ${name}`)),
  ]
}

const HEAD = ['', 'Name', 'Comment', 'Id', 'Tags', 'Serial', 'Last seen', 'Session', 'Created', 'Actions']

async function load() {
  const answer = await fetch(`/v2/spaces/${SPACE_ID}/devices?limit=500`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the yardstick trusts its answer
  const devices = (await answer.json()) as Device[]
  const body = element(
    'tbody',
    {},
    ...devices.map((device) =>
      element('tr', { 'data-row': device.id }, ...cells(device).map((cell) => element('td', {}, cell))),
    ),
  )
  const head = element('thead', {}, element('tr', {}, ...HEAD.map((name) => element('th', {}, name))))
  document.getElementById('root')?.replaceChildren(element('main', {}, element('table', {}, head, body)))
}

/** The same table in plain DOM: the yardstick. It neither validates the response nor virtualizes the rows. */
export function mountPlain(server: ReturnType<typeof fakeServer>): Control {
  document.head.append(element('style', {}, style))
  void load()
  return {
    async release() {
      const rows = firstRow()
      server.release()
      await rows
      await afterPaint()
    },
    refresh: async () => ({ mutations: 0, rows: 0 }),
  }
}
