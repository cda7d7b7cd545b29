import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { KEY_HEADER } from '#contract/keys'
import { anchor, type OpenApi, type Operation, operationsByTag, type SchemaLike, typeOf } from './openapi'
import { STYLE } from './style'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** Allows the style of the page in a content security policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** The OpenAPI document as a page, without scripts and without anything from other origins. */
export function documentationPage(document: OpenApi): Html {
  const groups = [...operationsByTag(document)]
  const schemas = Object.entries(document.components?.schemas ?? {})
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${document.info.title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <header>
          <a href="/guide/">Guides</a>
          <h1>${document.info.title}</h1>
          <p>
            Base of all paths: <code>${document.servers?.[0]?.url ?? '/'}</code>. Answers are JSON, errors are plain text.
            Calls marked <small class="token">token</small> carry <code>Authorization: Bearer &lt;token&gt;</code>, those marked
            <small class="token">key</small> that or <code>${KEY_HEADER}: &lt;key&gt;</code>. Ask for this page as
            <code>application/json</code> to get the OpenAPI document.
          </p>
          <p>${document.info.description}</p>
          <nav aria-label="Contents">
            ${groups.map(([tag]) => html`<a href="#${anchor(tag)}">${tag}</a>`)}
            <a href="#schemas">Schemas</a>
          </nav>
        </header>
        <main>
          ${groups.map(
            ([tag, operations]) =>
              html`<section aria-labelledby="${anchor(tag)}">
                <h2 id="${anchor(tag)}">${tag}</h2>
                ${operations.map(operationView)}
              </section>`,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            ${schemas.map(
              ([name, schema]) =>
                html`<article id="schema-${name}">
                  <h3>${name}</h3>
                  ${schemaView(schema)}
                </article>`,
            )}
          </section>
        </main>
      </body>
    </html>`
}

const TOKENS: Record<string, string> = { bearer: 'token', key: 'key' }

/** What a call can carry, in the words of the page. */
const tokensOf = (security: Operation['operation']['security'] = []) =>
  security.flatMap((scheme) => Object.keys(scheme).map((name) => TOKENS[name] ?? name))

function operationView({ method, path, operation, id }: Operation): Html {
  const { summary, description: about, parameters = [], requestBody, responses, security } = operation
  const body = requestBody?.content['application/json']?.schema
  return html`<details id="${id}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="what">${summary}${tokensOf(security).map((token) => html` <small class="token">${token}</small>`)}</span>
    </summary>
    ${about ? html`<p>${about}</p>` : ''}
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
          ${propertiesTable(
            parameters.map(({ name, in: place, required, schema }) => ({
              name,
              note: place,
              required,
              schema,
            })),
          )}`
        : ''
    }
    ${
      requestBody
        ? html`<h4>Body</h4>
          ${schemaView(body)} ${body?.examples?.map(exampleView)}`
        : ''
    }
    <h4>Answers</h4>
    <dl>
      ${Object.entries(responses).map(([status, { description, content }]) => {
        const schema = content?.['application/json']?.schema
        return html`<dt>${status}</dt>
          <dd>${description}${schema ? html`: ${typeView(schema)}` : ''}</dd>`
      })}
    </dl>
  </details>`
}

const exampleView = (example: unknown): Html =>
  html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`

function schemaView(schema: SchemaLike | undefined): Html {
  if (!schema?.properties) return html`<p>${typeView(schema ?? {})}</p>`
  const required = new Set(schema.required)
  return propertiesTable(
    Object.entries(schema.properties).map(([name, property]) => ({
      name,
      note: '',
      required: required.has(name),
      schema: property,
    })),
  )
}

interface Property {
  name: string
  note: string
  required?: boolean
  schema?: SchemaLike
}

const propertiesTable = (properties: Property[]): Html =>
  html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
        </tr>
      </thead>
      <tbody>
        ${properties.map(
          ({ name, note, required, schema = {} }) =>
            html`<tr>
              <td>
                <code>${name}</code> <small>${[note, required ? 'required' : ''].filter(Boolean).join(', ')}</small>
              </td>
              <td>
                ${typeView(schema)}${schema.description ? html` <small>${schema.description}</small>` : ''}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

/** The type in words; names of schemas are links. */
const typeView = (schema: SchemaLike): Html =>
  html`${typeOf(schema).map(({ text, link }) => (link ? html`<a href="#schema-${link}">${text}</a>` : text))}`
