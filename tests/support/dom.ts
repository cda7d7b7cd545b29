import type { HeatMapDatum, HeatMapSvgProps } from '@nivo/heatmap'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import type { Sandbox, Script } from '#sandbox'
import { dismissToast, toast } from '../../src/components/toast/toasts'
import { connection } from '../../src/dataProvider/connection'
import { setPreferences } from '../../src/preferences'
import { getElementError } from './errors'

// Tests render whole pages, on busy machines. What is missing must not take long to report.
configure({ asyncUtilTimeout: 10_000, getElementError })

// A chart measures its available space, which is zero in jsdom.
vi.mock('@nivo/heatmap', async (load) => {
  const nivo = await load<typeof import('@nivo/heatmap')>()
  const ResponsiveHeatMap = <Datum extends HeatMapDatum>(
    props: Omit<HeatMapSvgProps<Datum, object>, 'width' | 'height'>,
  ) => React.createElement(nivo.HeatMap<Datum, object>, { ...props, width: 960, height: 64 })
  return { ...nivo, ResponsiveHeatMap }
})
// Use the same engine, in the server's threads.
vi.mock('../../src/components/sandbox', async () => {
  const { startSandbox } = await import('../../server/services/sandbox')
  const { run, runAll, close } = startSandbox()
  // The result of code must not depend on the load of the machine.
  const patient = (script: Script) => ({ ...script, limits: { milliseconds: 10_000, ...script.limits } })
  const sandbox: Sandbox = {
    run: (script, input, options) => run(patient(script), input, options),
    runAll: (script, inputs, options) => runAll(patient(script), inputs, options),
    close,
  }
  return { useSandbox: () => sandbox }
})

// jsdom has no workers.
vi.mock('../../src/components/diff/compareInWorker', async () => {
  const { compareBodies } = await import('../../src/components/diff/compareBodies')
  return { compareInWorker: async (question: Parameters<typeof compareBodies>[0]) => compareBodies(question) }
})

// jsdom would match each rule of Emotion against each element in a query by role or name. Elements hidden only by style
// are left to the browser tests.
const { head } = document
const insertBefore = head.insertBefore.bind(head)
head.insertBefore = <Inserted extends Node>(node: Inserted, before: Node | null) => {
  if (!(node instanceof HTMLStyleElement && 'emotion' in node.dataset)) insertBefore(node, before)
  return node
}

/** Attributes that affect the style of an element. */
const STYLED_BY = ['style', 'hidden', 'type', 'open']

/** A copy of the element without ancestors and children. */
function alone(element: Element): Element {
  const copy = element.cloneNode(false)
  return copy instanceof Element ? copy : element
}

// jsdom would match its own style sheet against an element and its ancestors in each query by role. Without other
// sheets the style depends on tag and attributes; inherited values are left out.
const styles = new Map<string, CSSStyleDeclaration>()
const computeStyle = window.getComputedStyle.bind(window)
window.getComputedStyle = (element, pseudo) => {
  const attributes = STYLED_BY.map((name) => element.getAttribute(name))
  const key = JSON.stringify([element.tagName, pseudo, ...attributes])
  const known = styles.get(key)
  if (known) return known
  const style = computeStyle(alone(element), pseudo)
  styles.set(key, style)
  return style
}

// React would capture the stack of each element: a tenth of the time of these tests.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // React would reset this count each second.
    },
  })

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
window.scrollTo = () => undefined

// jsdom computes no layout, so elements have no size.
class ResizeObserverOfNothing {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
Object.assign(globalThis, { ResizeObserver: ResizeObserverOfNothing })

// Test files share their modules: a test must leave no trace in them, nor in the browser's storage.
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // A dismissed toast is removed later by a timer.
  if (!vi.isFakeTimers()) vi.useFakeTimers()
  toast({ kind: 'info', title: '' })
  dismissToast()
  vi.runAllTimers()
  vi.useRealTimers()
  connection.restored()
  setPreferences({
    darkMode: 'light',
    preferredLanguage: null,
    thinMode: false,
    menuCollapsed: false,
    shortcuts: true,
  })
  localStorage.clear()
  sessionStorage.clear()
})
