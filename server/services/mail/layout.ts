import { html, raw } from 'hono/html'
import type { Language } from '#contract/common'
import type { Brand } from '#contract/config/brand'
import type { MailTexts } from './texts/en'
import type { Words } from './texts/words'

/** The content of an e-mail. */
export interface Page {
  language: Language
  texts: MailTexts
  words: Words
  product: string
  brand: Brand
  /** Name of the person, if known. */
  name: string | null
  href: string
  /** Until when the link works; null for one that does not expire. */
  expires: string | null
}

type Part = NonNullable<Words['sections']>[number]

const sectionText = ({ title, items, more }: Part): string =>
  [title, ...items.map(({ text, href }) => `- ${text}\n  ${href}`), ...(more === null ? [] : [more])].join(
    '\n',
  )

/** The e-mail as plain text. */
export const plainText = ({ texts, words, name, href, expires, product }: Page): string =>
  [
    texts.greeting(name),
    ...words.lines,
    ...(words.facts
      ? [words.facts.map(([label, value]) => `${label}: ${value}`).join('\n'), words.ignore]
      : []),
    `${words.action}:\n${href}`,
    ...(expires === null ? [] : [expires]),
    ...(words.sections ?? []).map(sectionText),
    ...(words.facts ? [] : [words.ignore]),
    `-- \n${product}\n${words.why}`,
  ].join('\n\n')

/** Colours of the console; clients without a dark theme, or without style sheets, use those of the light one. */
const LIGHT = { page: '#f6f7fb', card: '#ffffff', text: '#1a2030', faint: '#566074', line: '#dfe3ec' }
const styleOf = ({ dark }: Brand) =>
  raw(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .outer { padding: 16px 8px !important; } .card { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: #10131c !important; }
  .card { background: #181c28 !important; border-color: #2c3242 !important; }
  .text { color: #e6e9f2 !important; }
  .faint { color: #a6afc3 !important; }
  .line { border-color: #2c3242 !important; }
  .brand { background: ${dark.main} !important; color: ${dark.contrastText} !important; }
  .link { color: ${dark.main} !important; }
}`)

const FONT = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const TABLE = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"')
const brandedBy = ({ light }: Brand) => `background: ${light.main}; color: ${light.contrastText}`

const paragraph = (text: string) =>
  html`<p class="text" style="margin: 0 0 16px; color: ${LIGHT.text}; overflow-wrap: anywhere">${text}</p>`
const faint = (text: string, margin = '0') =>
  html`<p class="faint" style="margin: ${margin}; font-size: 14px; line-height: 20px; color: ${LIGHT.faint}; overflow-wrap: anywhere">${text}</p>`

/** The mark of the product is text, because clients load no pictures before they are allowed to. */
const mark = ({ product, brand }: Page) => html`<table ${TABLE}><tr>
<td class="brand" align="center" width="36" height="36" style="width: 36px; height: 36px; border-radius: 9px; ${brandedBy(brand)}; font-weight: 700; font-size: 20px; line-height: 36px">${/^./u.exec(product.trim())?.[0] ?? ''}</td>
<td class="text" style="padding-left: 12px; font-weight: 600; font-size: 18px; color: ${LIGHT.text}">${product}</td>
</tr></table>`

const factRow = ([label, value]: [string, string]) => html`<tr>
<td class="faint line" valign="top" style="padding: 8px 16px 8px 0; border-top: 1px solid ${LIGHT.line}; font-size: 14px; line-height: 20px; white-space: nowrap; color: ${LIGHT.faint}">${label}</td>
<td class="text line" valign="top" style="padding: 8px 0; border-top: 1px solid ${LIGHT.line}; font-size: 14px; line-height: 20px; color: ${LIGHT.text}; overflow-wrap: anywhere; word-break: break-word">${value}</td>
</tr>`

const section = ({ title, items, more }: Part, { light }: Brand) => html`
<h2 class="text" style="margin: 24px 0 4px; font-size: 16px; line-height: 24px; font-weight: 600; color: ${LIGHT.text}; overflow-wrap: anywhere">${title}</h2>
<table ${TABLE} width="100%">${items.map(
  ({ text, href }) => html`<tr>
<td class="line" style="padding: 8px 0; border-top: 1px solid ${LIGHT.line}; font-size: 14px; line-height: 20px; overflow-wrap: anywhere; word-break: break-word"><a class="link" href="${href}" style="color: ${light.main}">${text}</a></td>
</tr>`,
)}</table>
${more === null ? '' : faint(more)}`

/** The e-mail as HTML with tables and inline styles, which all clients show. */
export const markup = (page: Page) => {
  const { language, texts, words, brand, name, href, expires } = page
  const branded = brandedBy(brand)
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${words.subject}</title>
<style>${styleOf(brand)}</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: ${LIGHT.page}">
<div style="display: none; max-height: 0; overflow: hidden">${words.lines[0]}</div>
<table class="page" ${TABLE} width="100%" style="background: ${LIGHT.page}; ${FONT}; font-size: 16px; line-height: 24px">
<tr><td class="outer" align="center" style="padding: 32px 16px">
<table ${TABLE} width="100%" style="max-width: 560px; text-align: left">
<tr><td style="padding: 0 4px 20px">${mark(page)}</td></tr>
<tr><td class="card" style="padding: 32px; background: ${LIGHT.card}; border: 1px solid ${LIGHT.line}; border-radius: 12px">
<h1 class="text" style="margin: 0 0 20px; font-size: 22px; line-height: 28px; font-weight: 600; color: ${LIGHT.text}; overflow-wrap: anywhere">${words.subject}</h1>
${paragraph(texts.greeting(name))}
${words.lines.map(paragraph)}
${words.facts ? html`<table ${TABLE} width="100%" style="margin: 8px 0 24px">${words.facts.map(factRow)}</table>${paragraph(words.ignore)}` : ''}
${(words.sections ?? []).map((part) => section(part, brand))}
<table ${TABLE} style="margin: 24px 0"><tr><td class="brand" align="center" style="border-radius: 8px; ${branded}">
<a class="brand" href="${href}" style="display: inline-block; padding: 12px 24px; border-radius: 8px; ${branded}; font-weight: 600; text-decoration: none">${words.action}</a>
</td></tr></table>
${expires === null ? '' : faint(expires, '0 0 16px')}
${words.facts ? '' : faint(words.ignore)}
</td></tr>
<tr><td style="padding: 20px 4px 0">
${faint(texts.orOpen)}
<p style="margin: 0 0 16px; font-size: 14px; line-height: 20px; overflow-wrap: anywhere; word-break: break-all"><a class="link" href="${href}" style="color: ${brand.light.main}">${href}</a></p>
${faint(words.why)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
