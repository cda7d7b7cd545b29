import { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { audienceInputSchema, worstSchema } from '#contract/alerts'
import { UNKNOWN_FIELDS_HEADER, UNKNOWN_PARAMETERS_HEADER } from '#contract/common'
import { clientCertificateSchema, operationSchema } from '#contract/connectors'
import { GUEST_HEADER } from '#contract/guestLinks'
import { KEY_HEADER } from '#contract/keys'
import type { AppSettings } from '../deps'
import { type OpenApi, TAGS } from '../documentation/openapi'
import { documentationPage, STYLE_HASH } from '../documentation/page'
import { plain } from '../documentation/plain'
import { unchanging } from '../http/send'
import { contentSecurityPolicy } from '../middleware/headers'

/** Named schemas that are first used as nullable. They are registered before that use, which would otherwise become a part of them. */
const NULLABLE = [operationSchema, clientCertificateSchema, audienceInputSchema, worstSchema].map(
  (schema) => ({
    type: 'schema' as const,
    schema,
  }),
)

/** What applies to all calls. */
const DESCRIPTION = `A slash at the end of an address changes nothing. An update of something in a space keeps what it does not send; \
null clears. A parameter of the query that a call does not know is no error: the header ${UNKNOWN_PARAMETERS_HEADER} of the \
answer names it, as ${UNKNOWN_FIELDS_HEADER} names such fields of the body. But an unknown filter of a list, or of a call that \
changes many records, is refused.`

/** `GET /v2/documentation`: the OpenAPI document, or a page for browsers. */
export function documentationRoutes(app: OpenAPIHono, settings: AppSettings) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'key', {
    type: 'apiKey',
    in: 'header',
    name: KEY_HEADER,
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'guest', {
    type: 'apiKey',
    in: 'header',
    name: GUEST_HEADER,
  })
  async function make() {
    const json = JSON.stringify(
      new OpenApiGeneratorV31([...NULLABLE, ...app.openAPIRegistry.definitions]).generateDocument({
        openapi: '3.1.0',
        info: {
          title: `${settings.console.productName} API`,
          version: '2',
          description: DESCRIPTION,
          license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
        },
        servers: [{ url: '/v2' }],
        tags: TAGS.map((name) => ({ name })),
      }),
      plain,
    )
    const document: OpenApi = JSON.parse(json)
    return {
      json: await unchanging(json, 'application/json'),
      page: await unchanging(String(await documentationPage(document)), 'text/html; charset=UTF-8'),
    }
  }
  // All routes are known by the first call.
  let made: ReturnType<typeof make> | undefined
  const policy = contentSecurityPolicy(settings, STYLE_HASH)
  const answer = async (c: Context) => {
    const { json, page } = await (made ??= make())
    c.header('Vary', 'Accept', { append: true })
    const supports = ['application/json', 'text/html']
    const wanted = accepts(c, { header: 'Accept', supports, default: 'application/json' })
    if (wanted === 'application/json') return json(c)
    c.header('Content-Security-Policy', policy)
    return page(c)
  }
  app.get('/documentation', answer)
  app.get('/documentation/index.html', answer)
}
