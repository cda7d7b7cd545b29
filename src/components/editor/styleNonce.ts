import { nonce } from '../../theme'

// Monaco makes its style elements itself and knows of no nonce, without which the page's policy refuses them.
// oxlint-disable-next-line typescript/unbound-method -- the proxy hands its document on
document.createElement = new Proxy(document.createElement, {
  apply(create, owner: Document, args: [string, ElementCreationOptions?]) {
    const element = Reflect.apply(create, owner, args)
    if (nonce !== undefined && element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  },
})
