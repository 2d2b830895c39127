import { paths } from '../../../contract/screens.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { wordsIn } from '../../../i18n/server-words.ts'
import { layOutMail, type MailFrame } from '../layout/layout.ts'

/** To an administrator, once lists have become old; `age` in whole days. */
export function oldListsMail(
  frame: MailFrame,
  { to, language, lists }: Recipient & { lists: readonly { name: string; age: number }[] },
): Mail {
  const words = wordsIn(language).mail.oldLists
  const subject = words.subject(lists.length)
  const { html, text } = layOutMail(frame, language, {
    preheader: words.preheader(lists.length),
    heading: subject,
    paragraphs: [words.text(frame.brandName, lists.length), words.todo],
    facts: lists.map(({ name, age }) => [name, words.age(age)] as const),
    button: { label: words.button, address: frame.publicUrl + paths.screening },
    note: words.note,
  })
  return { kind: 'old-lists', to, subject, html, text }
}
