import { nonce } from '../../theme'

// The content security policy refuses style elements without the nonce, which Monaco does not set on those it creates.
// oxlint-disable-next-line typescript/unbound-method -- the proxy passes the document on
document.createElement = new Proxy(document.createElement, {
  apply(create, owner: Document, args: [string, ElementCreationOptions?]) {
    const element = Reflect.apply(create, owner, args)
    if (nonce !== undefined && element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  },
})
