import type { FastifyInstance } from 'fastify'
import { html, type Html } from '../../../platform/html.ts'
import { page, type PageShell } from '../../../platform/page.ts'
import { plainPagePolicy } from '../../http/headers.ts'
import { cachedFile, cacheLatest, sendCachedFile } from '../../http/cached-file.ts'
import type { ApiDocument, Operation } from './document.ts'
import { exampleOf } from './example.ts'
import { fieldsTable, parametersTable } from './schema-view.ts'

type Call = { method: string; path: string; operation: Operation }

/** Serves the reference of the API as a page: the OpenAPI document for reading. In English, like the document. */
export function addApiPage(
  app: FastifyInstance,
  openApi: () => object,
  shell: () => PageShell,
  brand: () => object,
): void {
  const keptOf = cacheLatest(() => cachedFile(apiPage(openApi() as ApiDocument, shell()), 'text/html; charset=utf-8'))
  app.get('/docs/api', (request, reply) => {
    void reply.header('content-security-policy', plainPagePolicy)
    return sendCachedFile(keptOf(brand()), 'public, max-age=60', request, reply)
  })
}

export function apiPage(document: ApiDocument, shell: PageShell): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method, path, operation })),
  )
  const groups = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      calls: calls.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter((group) => group.calls.length > 0)
  const body = html`<div class="page api-page">
    <nav class="api-contents" aria-label="Contents">
      ${groups.map(
        ({ name, calls: own }) =>
          html`<details>
            <summary>${name}</summary>
            <ul>
              ${own.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
            </ul>
          </details>`,
      )}
    </nav>
    <div class="stack stack--loose">
      ${introduction(document)}
      ${groups.map(
        ({ name, description, calls: own }) =>
          html`<section class="stack stack--loose">
            <h2 class="heading-2">${name}</h2>
            <p>${description}</p>
            ${own.map((call) => callCard(document, call))}
          </section>`,
      )}
    </div>
  </div>`
  return page({ ...shell, lang: 'en' }, 'API reference', body)
}

function introduction({ info, servers, components }: ApiDocument): Html {
  const url = servers[0]?.url ?? ''
  const ways = Object.values(components.securitySchemes)
  return html`<div class="stack">
    <h1>API reference</h1>
    <p>${info.description}</p>
    <p>
      All calls are below <code>${url}</code>. Programs can read the same description as
      <a href="/openapi.json">OpenAPI document</a>.
    </p>
    <h2 class="heading-2" id="authentication">Authentication</h2>
    <dl class="data-facts">
      ${ways.map(
        ({ name, in: place, description }) =>
          html`<dt><code>${name ?? 'Authorization'}</code>${place === undefined ? '' : ` (${place})`}</dt>
            <dd>${description}</dd>`,
      )}
    </dl>
    <p>A call that needs none works as it stands:</p>
    <pre class="api-example"><code>${`curl '${url}/api/v1/plans'`}</code></pre>
  </div>`
}

function callCard({ components, servers }: ApiDocument, { method, path, operation }: Call): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const needs = operation.security.map((way) =>
    Object.entries(way)
      .map(([scheme, scopes]) => [components.securitySchemes[scheme]?.name ?? 'Authorization', ...scopes].join(' '))
      .join(' and '),
  )
  const example = exampleOf(
    servers[0]?.url ?? '',
    method,
    path,
    operation,
    components.securitySchemes['session']?.name ?? '',
  )
  return html`<article class="card stack" id="${operationId}">
    <div class="stack stack--tight">
      <h3 class="heading-3"><a class="api-anchor" href="#${operationId}">${summary}</a></h3>
      <p class="api-address"><span class="api-method">${method.toUpperCase()}</span> <code>${path}</code></p>
    </div>
    ${description === undefined ? '' : html`<p>${withCode(description)}</p>`}
    <p class="small soft">
      ${needs.length === 0 ? 'No authentication.' : html`Authentication: ${needs.map((name, at) => html`${at > 0 ? ' or ' : ''}<code>${name}</code>`)}`}
    </p>
    ${
      parameters.length === 0
        ? ''
        : html`<h4>Parameters</h4>
            ${parametersTable(parameters)}`
    }
    ${
      body
        ? html`<h4>Body</h4>
            ${fieldsTable(body)}`
        : ''
    }
    <h4>Responses</h4>
    ${Object.entries(responses).map(([status, { description: what, content }]) => {
      const schema = status.startsWith('2') ? content?.['application/json']?.schema : undefined
      return html`<details class="api-response">
        <summary><strong>${status}</strong> ${withCode(what.split('\n')[0] ?? '')}</summary>
        ${
          what.includes('\n')
            ? html`<ul>
                ${what.split('\n\n').map((line) => html`<li>${withCode(line)}</li>`)}
              </ul>`
            : ''
        }
        ${schema ? fieldsTable(schema) : ''}
      </details>`
    })}
    <h4>Example</h4>
    <pre class="api-example" tabindex="0" role="group" aria-label="Example"><code>${example}</code></pre>
  </article>`
}

/** Text with `code` in backticks. */
const withCode = (text: string): Html[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
