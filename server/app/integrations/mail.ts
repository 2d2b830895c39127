import { join } from 'node:path'
import { legalLinks, type Brand } from '../../../domain/catalogue/brand.ts'
import type { MailTransport } from '../../adapters/mail/port.ts'
import { createSmtpTransport } from '../../adapters/mail/smtp.ts'
import type { Mount } from '../../http/mounted.ts'
import type { Config } from '../config/config.ts'
import type { Say } from '../process/running.ts'
import type { IntegrationContext } from './integration-context.ts'

/** Where the sandbox's samples of the legal documents are, to which the sample brand links. */
const samples = '/sandbox/documents'

/** Returns a warning of legal documents that are samples while no sandbox serves them; null if there are none. */
export function documentsWarning(
  brand: Pick<Brand, 'documents' | 'legalPages'>,
  { sandbox }: Pick<Config, 'sandbox'>,
): string | null {
  if (sandbox.mail) return null
  const missing = legalLinks(brand).filter(({ address }) => address.startsWith(`${samples}/`))
  if (missing.length === 0) return null
  const titles = missing.map(({ title }) => title).join(', ')
  return `These legal documents have no page, because they are samples of the sandbox: ${titles}. Name yours in a brand file, and set BRAND to it.`
}

/** Opens the transport of emails: the operator's server, otherwise the sandbox's inbox with its pages. */
export async function openMailTransport(
  { config, now, pageTemplate, shutdown }: IntegrationContext,
  brand: () => Brand,
  say: Say,
): Promise<{ transport: MailTransport; mounted: Mount[] }> {
  const warning = documentsWarning(brand(), config)
  if (warning !== null) say(`Warning: ${warning}`)
  const inbox = config.sandbox.mail
    ? await (
        await import('../../../sandbox/mail/mail.ts')
      ).startMailSandbox({ folder: join(config.dataDir, 'sandbox/mail'), now, pageTemplate })
    : null
  if (inbox) shutdown.add(() => inbox.stop())
  const transport = createSmtpTransport({
    url: config.smtpUrl ?? inbox?.smtpUrl ?? '',
    from: () => config.mailFrom ?? brand().supportEmail,
  })
  shutdown.add(() => transport.close())
  const mounted: Mount[] = inbox
    ? [
        { prefix: '/sandbox/mail', handle: inbox.handle },
        {
          prefix: samples,
          handle: (await import('../../../sandbox/documents.ts')).sampleDocuments(pageTemplate),
        },
      ]
    : []
  return { transport, mounted }
}
