import type { MailContent, MailFrame } from '../layout/layout.ts'
import { paths } from '../../../contract/screens.ts'

export type MailText = { subject: string } & MailContent

/** Returns the text of an email about a subscription, with a button that leads to the account or to `to`. */
export function accountContent(
  frame: MailFrame,
  heading: string,
  paragraphs: string[],
  label: string,
  note: string,
  to: string = paths.account,
): MailContent {
  return {
    preheader: paragraphs[0] ?? heading,
    heading,
    paragraphs,
    // A page of the payment provider has an absolute address.
    button: { label, address: to.startsWith('/') ? frame.publicUrl + to : to },
    note,
  }
}
