/** What the benchmark does with the page. */
export interface Control {
  /** Lets the answer of the server arrive; resolves when its rows are painted. */
  release: () => Promise<void>
  /** Answers the next refresh with the same rows, but the name of one of them when `changed` is true. */
  refresh: (changed: boolean) => Promise<RefreshCost>
}

export interface RefreshCost {
  /** Records of a MutationObserver on the whole document. */
  mutations: number
  /** Rows whose cells were rendered. */
  rows: number
}

declare global {
  interface Window {
    bench: Control
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const task = () => new Promise((resolve) => setTimeout(resolve))

/** After the next frame is on the screen. */
export async function afterPaint() {
  await frame()
  await frame()
  await task()
}

/** When the first row is in the document. */
export const firstRow = () =>
  new Promise<void>((resolve) => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector('[data-row]')) return
      observer.disconnect()
      resolve()
    }).observe(document, { childList: true, subtree: true })
  })
