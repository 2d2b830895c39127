import { paths } from '../../../contract/screens.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/** To an administrator, once a webhook endpoint has failed for a day, and once it was switched off. */
export function endpointFailingMail(
  frame: MailFrame,
  { to, language, url, state }: Recipient & { url: string; state: 'failing' | 'off' },
): Mail {
  const { shared, ...words } = wordsIn(language).mail.endpoint
  const { subject, preheader, text } = words[state]
  const { html, text: plain } = layOutMail(frame, language, {
    preheader,
    heading: subject,
    paragraphs: [text(frame.brandName)],
    facts: [[shared.url, url]],
    button: { label: shared.button, address: frame.publicUrl + paths.connect },
    note: shared.note,
  })
  return { kind: 'endpoint-failing', to, subject, html, text: plain }
}
