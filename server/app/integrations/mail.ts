import { join } from 'node:path'
import type { Brand } from '../../../domain/catalogue/brand.ts'
import type { MailTransport } from '../../adapters/mail/port.ts'
import { createSmtpTransport } from '../../adapters/mail/smtp.ts'
import type { Mount } from '../../http/mounted.ts'
import type { IntegrationContext } from './integration-context.ts'

/** Opens the transport of emails: the operator's server, otherwise the sandbox's inbox with its pages. */
export async function openMailTransport(
  { config, now, pageTemplate, shutdown }: IntegrationContext,
  brand: () => Brand,
): Promise<{ transport: MailTransport; mounted: Mount[] }> {
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
          prefix: '/sandbox/documents',
          handle: (await import('../../../sandbox/documents.ts')).sampleDocuments(pageTemplate),
        },
      ]
    : []
  return { transport, mounted }
}
