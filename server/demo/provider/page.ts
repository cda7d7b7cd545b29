import type { Person } from './people'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

const STYLE = `
:root { color-scheme: light dark; --line: #8a93a0; --muted: #5b6470; }
@media (prefers-color-scheme: dark) { :root { --muted: #a7b0bc; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 24px 16px; }
main { max-width: 360px; margin: 0 auto; }
h1 { font-size: 1.4rem; margin: 0 0 4px; }
p { color: var(--muted); margin: 0 0 20px; }
button { display: block; width: 100%; box-sizing: border-box; margin: 0 0 12px; padding: 12px 16px; font: inherit;
  text-align: left; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; cursor: pointer;
  overflow-wrap: anywhere; }
button:hover, button:focus-visible { outline: 2px solid #3b76d8; outline-offset: 1px; }
small { display: block; color: var(--muted); }
`

/** A page without scripts and without anything from other origins. */
const page = (title: string, body: string, nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`

const choiceOf = ({ sub, name, email, hint }: Person) =>
  `<button name="person" value="${escape(sub)}">${escape(name)}<small>${escape(email)} · ${escape(hint)}</small></button>`

/** The sign-in page, for choosing an identity. */
export const choicePage = (title: string, people: readonly Person[], nonce: string): string =>
  page(
    title,
    `<h1>${escape(title)}</h1><p>Choose whom to sign in as. There is no password.</p>
<form method="post">${people.map(choiceOf).join('')}<button name="person" value="">Cancel</button></form>`,
    nonce,
  )

export const errorPage = (title: string, sentence: string, nonce: string): string =>
  page(title, `<h1>${escape(title)}</h1><p>${escape(sentence)}</p>`, nonce)
