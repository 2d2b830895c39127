import type { Output } from '../../../../contract/contract.ts'
import { useCall, useVisitor } from '../../../client/page.tsx'
import { AccountDetails } from './account-details.tsx'
import { EmailSetting } from './email-setting.tsx'
import { InvoiceSetting } from './invoice-setting.tsx'
import { LanguageSetting } from './language-setting.tsx'

export type Settings = Output<'GET /api/v1/account/settings'>

/** What people change of their own account, most used first. */
export function AccountSettings() {
  const settings = useCall('GET /api/v1/account/settings')
  const { user, subscriber } = useVisitor()
  if (!subscriber) return null
  return (
    <>
      <AccountDetails />
      {settings.invoices ? <InvoiceSetting invoices={settings.invoices} country={subscriber.country} /> : null}
      <LanguageSetting language={settings.language} />
      <EmailSetting email={user?.email ?? ''} settings={settings} />
    </>
  )
}
