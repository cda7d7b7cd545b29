import { nonce } from '../../theme'

// The page's policy refuses style elements without the nonce, and Monaco does not set it on those it creates.
// oxlint-disable-next-line typescript/unbound-method -- the proxy passes its document on
document.createElement = new Proxy(document.createElement, {
  apply(create, owner: Document, args: [string, ElementCreationOptions?]) {
    const element = Reflect.apply(create, owner, args)
    if (nonce !== undefined && element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  },
})
