import type { HeatMapDatum, HeatMapSvgProps } from '@nivo/heatmap'
import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'
import type { Sandbox, Script } from '#sandbox'
import { dismissToast, toast } from '../../src/components/toast/toasts'
import { connection } from '../../src/dataProvider/connection'
import { setPreferences } from '../../src/preferences'
import { getElementError } from './errors'

// Whole pages are rendered, on machines that do other work as well.
configure({ asyncUtilTimeout: 30_000, getElementError })

// A chart measures how much room it has, and in jsdom there is none.
vi.mock('@nivo/heatmap', async (load) => {
  const nivo = await load<typeof import('@nivo/heatmap')>()
  const ResponsiveHeatMap = <Datum extends HeatMapDatum>(
    props: Omit<HeatMapSvgProps<Datum, object>, 'width' | 'height'>,
  ) => React.createElement(nivo.HeatMap<Datum, object>, { ...props, width: 960, height: 64 })
  return { ...nivo, ResponsiveHeatMap }
})
// The same engine, in the server's threads.
vi.mock('../../src/components/sandbox', async () => {
  const { startSandbox } = await import('../../server/services/sandbox')
  const { run, runAll, close } = startSandbox()
  // What code returns does not depend on how busy the machine is.
  const patient = (script: Script) => ({ ...script, limits: { milliseconds: 10_000, ...script.limits } })
  const sandbox: Sandbox = {
    run: (script, input, options) => run(patient(script), input, options),
    runAll: (script, inputs, options) => runAll(patient(script), inputs, options),
    close,
  }
  return { useSandbox: () => sandbox }
})

// There are no workers in jsdom.
vi.mock('../../src/components/diff/compareInWorker', async () => {
  const { compareBodies } = await import('../../src/components/diff/compareBodies')
  return { compareInWorker: async (question: Parameters<typeof compareBodies>[0]) => compareBodies(question) }
})

// jsdom would try each rule of Emotion on each element whose role or name is asked for. What is hidden by style alone is
// a matter of the browser tests.
const { head } = document
const insertBefore = head.insertBefore.bind(head)
head.insertBefore = <Inserted extends Node>(node: Inserted, before: Node | null) => {
  if (!(node instanceof HTMLStyleElement && 'emotion' in node.dataset)) insertBefore(node, before)
  return node
}

/** Attributes that decide how an element is shown. */
const STYLED_BY = ['style', 'hidden', 'type', 'open']

/** The element as it is outside of all others. */
function alone(element: Element): Element {
  const copy = element.cloneNode(false)
  return copy instanceof Element ? copy : element
}

// jsdom would match its own style sheet against an element and all that it is in, each time that one is asked for by its role.
// Without other sheets, tag and attributes tell it; what it would inherit is left out.
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

// React would keep the stack of each element that is made: a tenth of what these tests take.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // It would count from zero again each second.
    },
  })

// Nothing scrolls in jsdom.
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
window.scrollTo = () => undefined

// jsdom computes no layout, so nothing ever has a size.
class ResizeObserverOfNothing {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
Object.assign(globalThis, { ResizeObserver: ResizeObserverOfNothing })

// Test files share their modules: each test leaves no trace in them, nor in the browser's storage.
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  // A dismissed toast is removed later, by the clock of its time.
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
