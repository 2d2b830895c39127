import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html.ts'
import { buttonLink, field, hiddenFields } from '../../platform/page-kit.ts'
import type { LicenceContext, PagePorts } from '../context.ts'
import { maxFileRequest } from '../file/file-request.ts'
import { giveFile, type FileProblem } from '../file/give-file.ts'

const path = '/device/file'
/** The statuses of the same refusals in the API (contract/error-codes.ts). */
const statuses: Record<FileProblem['problem'], number> = {
  invalid: 422,
  'not-offered': 409,
  'not-entitled': 403,
  'on-hold': 403,
  devices: 409,
  swaps: 409,
  tooMany: 429,
}

/**
 * The page that turns the request of a computer without a network into its licence file. It works without JavaScript.
 */
export function addFilePage(app: FastifyInstance, context: LicenceContext, ports: PagePorts): void {
  if (![...context.products.values()].some(({ terms }) => terms.fileDays > 0)) return

  async function show(request: FastifyRequest, reply: FastifyReply, status = 200, problem?: string) {
    const { file: t } = ports.wordsFor(request).licence
    const { signedIn } = await ports.visitorOf(request)
    if (!signedIn)
      return ports.sendPage(reply, {
        status: status === 200 ? 200 : 401,
        title: t.title,
        body: html`<p>${t.signIn}</p>
          ${buttonLink({ address: ports.signInAddress(path), label: t.signInButton })}`,
      })
    const _csrf = await ports.formToken(request, reply)
    return ports.sendPage(reply, {
      status,
      title: t.title,
      body: html`<p>${t.text}</p>
        <form class="stack" method="post" action="${path}" enctype="multipart/form-data">
          ${hiddenFields({ _csrf })}
          ${field(
            { name: 'request', label: t.label, hint: t.hint, error: problem },
            (attributes) => html`<input ${attributes} type="file" accept=".req" required />`,
          )}
          <button class="button button--primary" type="submit">${t.button}</button>
        </form>
        <p>${t.note}</p>
        <p><a href="/account">${t.account}</a></p>`,
    })
  }

  app.get(path, (request, reply) => show(request, reply))

  // The limit covers the request, the form's token and the boundaries between them.
  app.post(path, { bodyLimit: maxFileRequest + 4096 }, async (request, reply) => {
    const words = ports.wordsFor(request).licence
    const form = await readForm(request)
    if (!(await ports.isFormToken(request, form.csrf))) return show(request, reply, 403, words.stale.text)
    const { signedIn } = await ports.visitorOf(request)
    if (!signedIn) return show(request, reply, 401)
    const outcome: Awaited<ReturnType<typeof giveFile>> | null =
      signedIn.subscriberId === null
        ? null
        : await giveFile(context, signedIn.subscriberId, form.text, ports.addressOf(request))
    if (!outcome) return show(request, reply, 403, words.file.problems.noAccount)
    if ('retryAfter' in outcome) void reply.header('retry-after', String(outcome.retryAfter))
    if ('problem' in outcome) return show(request, reply, statuses[outcome.problem], sentenceOf(outcome))
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${outcome.fileName}"`)
      .type('application/jose')
      .send(outcome.file)

    function sentenceOf(missing: FileProblem): string {
      const { problems } = words.file
      if (!('product' in missing)) return problems[missing.problem]
      const { key, terms } = missing.product
      const title = ports.titleOf(key, request)
      if (missing.problem === 'not-entitled') return problems['not-entitled'](title)
      if (missing.problem === 'on-hold') return words.notEntitled.unavailable
      return missing.problem === 'devices' ? problems.devices(title) : words.swaps.text(title, terms.swaps)
    }
  })
}

/** Returns the fields of a form with a file (RFC 7578); none for any other body. */
async function readForm(request: FastifyRequest): Promise<{ csrf: string; text: string }> {
  const type = request.headers['content-type'] ?? ''
  if (!Buffer.isBuffer(request.body)) return { csrf: '', text: '' }
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- advised against for bodies of any length; this one is 12 kB at most
    const form = await new Response(new Uint8Array(request.body), { headers: { 'content-type': type } }).formData()
    const [csrf, file] = [form.get('_csrf'), form.get('request')]
    return { csrf: typeof csrf === 'string' ? csrf : '', text: file instanceof File ? await file.text() : (file ?? '') }
  } catch (error) {
    if (error instanceof TypeError) return { csrf: '', text: '' }
    throw error
  }
}
