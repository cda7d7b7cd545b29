/** How the benchmark controls the page. */
export interface Control {
  /** Lets the server's response arrive; resolves when its rows are painted. */
  release: () => Promise<void>
  /** Answers the next refresh with the same rows; when `changed` is true, one has another name. */
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

/** Resolves when the next frame is on the screen. */
export async function afterPaint() {
  await frame()
  await frame()
  await task()
}

/** Resolves when the first row is in the document. */
export const firstRow = () =>
  new Promise<void>((resolve) => {
    new MutationObserver((_records, observer) => {
      if (!document.querySelector('[data-row]')) return
      observer.disconnect()
      resolve()
    }).observe(document, { childList: true, subtree: true })
  })
