/** A browser without a screen: cookies, redirects, the anti-forgery token and plain HTML forms. */
export type TestVisitor = {
  cookies: Map<string, string>
  /** Makes one request; redirects are followed only on request. */
  request(path: string, init?: RequestInit & { follow?: boolean }): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Makes a JSON call with the anti-forgery token. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Makes a call without a body, with the anti-forgery token. */
  delete(path: string): Promise<Response>
  /** Sends a form, with the anti-forgery token unless the fields state one. Follows no redirect. */
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>
  /** Opens a page, following redirects, and returns its form. */
  form(path: string): Promise<PageForm>
  /** Submits a form as a browser would and follows the redirect. */
  submit(form: PageForm, values: Record<string, string>): Promise<Response>
}

export type PageForm = { address: string; fields: Record<string, string>; html: string; status: number }

export function createVisitor(base: string): TestVisitor {
  const cookies = new Map<string, string>()

  async function once(address: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /;\s*max-age=0\b/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  async function request(
    path: string,
    { follow = false, ...init }: RequestInit & { follow?: boolean } = {},
  ): Promise<Response> {
    let address = new URL(path, base)
    let response = await once(address, init)
    for (let hops = follow ? 15 : 0; hops > 0; hops -= 1) {
      const to = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || to === null) break
      address = new URL(to, address)
      response = await once(address, { headers: { accept: 'text/html' } })
    }
    Object.defineProperty(response, 'url', { value: address.href })
    return response
  }

  const get = (path: string, headers: Record<string, string> = {}) => request(path, { headers })

  async function post(path: string, body: unknown = {}, headers: Record<string, string> = {}) {
    if (!cookies.has('XSRF-TOKEN')) await get('/api/v1/users/userinfo')
    return request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '', ...headers },
      body: JSON.stringify(body),
    })
  }

  async function remove(path: string) {
    if (!cookies.has('XSRF-TOKEN')) await get('/api/v1/users/userinfo')
    return request(path, { method: 'DELETE', headers: { 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' } })
  }

  function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    return request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ _csrf: cookies.get('XSRF-TOKEN') ?? '', ...fields }).toString(),
    })
  }

  const form = async (path: string) => formOf(await request(path, { headers: { accept: 'text/html' }, follow: true }))

  function submit({ address, fields }: PageForm, values: Record<string, string>) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: new URL(base).origin,
    }
    const body = new URLSearchParams({ ...fields, ...values }).toString()
    return request(address, { method: 'POST', headers, body, follow: true })
  }

  return { cookies, request, get, post, delete: remove, send, form, submit }
}

/** Returns the form of a page that is the response to another. */
export async function formOf(response: Response): Promise<PageForm> {
  const html = await response.text()
  const tag = /<form\b[^>]*>/.exec(html)?.[0] ?? ''
  const action = unescape(/action="([^"]*)"/.exec(tag)?.[1] ?? response.url)
  const hidden = [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]): [string, string] => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    unescape(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ])
  return {
    address: new URL(action, response.url).href,
    fields: Object.fromEntries(hidden),
    html,
    status: response.status,
  }
}

function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
